/** The map has the work that waits for the commit of each running transaction. */
const waiting = new WeakMap<object, (() => void)[]>();

/** Lets work wait for the commit of a transaction. */
export function begun(transaction: object): void {
  waiting.set(transaction, []);
}

/** Does the work that has waited for the commit of a transaction. */
export function committed(transaction: object): void {
  const works = waiting.get(transaction);
  waiting.delete(transaction);
  works?.forEach((work) => work());
}

/**
 * Does work when a transaction has committed, and not at all if it is rolled back.
 *
 * @param on a transaction; for anything else, whose statements commit by themselves, the work is done at once
 */
export function afterCommit(on: object, work: () => void): void {
  const works = waiting.get(on);
  if (works) works.push(work);
  else work();
}
