/** Returns the first item that starts at an offset or behind it. @param items in the order of their starts */
export function firstFrom<T>(items: readonly T[], offset: number, startOf: (item: T) => number): T | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) < offset) low = middle + 1;
    else high = middle;
  }
  return items[low];
}

/** Returns the index of the first of sorted names that is not before another one. */
export function firstNotBefore(sorted: readonly string[], name: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
