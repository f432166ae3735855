import { ProviderError } from '../machine-failure';

/** Returns a member of an object of an answer. @throws ProviderError */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw new ProviderError('bad_answer');
  return (value as Record<string, unknown>)[name];
}

/** @throws ProviderError if the value is not an array of this length */
export function arrayOf(value: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length !== length) throw new ProviderError('bad_answer');
  return value;
}

/** @throws ProviderError */
export function stringOf(value: unknown): string {
  if (typeof value !== 'string') throw new ProviderError('bad_answer');
  return value;
}
