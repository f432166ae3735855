/**
 * Continues with a value: at once if it is known already, or else when its promise resolves. A promise costs a small request as much as
 * a step of its work, so that look-ups that are mostly answered from memory return one only if they read.
 */
export function whenKnown<T, U>(value: T | Promise<T>, next: (value: T) => U): U | Promise<Awaited<U>>;
export function whenKnown<T, U>(value: T | Promise<T>, next: (value: T) => U): unknown {
  return value instanceof Promise ? value.then(next) : next(value);
}
