/** Neighbouring parts of a text that a change concerns. */
export interface ChangedParts {
  first: number;
  last: number;
}

/**
 * Finds the parts of a text that differ in a changed text: one part if all before and behind it stay, else the fewest
 * neighbours.
 *
 * @param parts the parts, which are the text if they are joined
 * @param isPreferred whether a part is preferred where the change may be in one of several, at their common end
 * @returns undefined if the texts are equal
 */
export function findChangedParts(
  parts: readonly string[],
  changed: string,
  isPreferred: (part: number) => boolean,
): ChangedParts | undefined {
  const text = parts.join('');
  if (text === changed) return undefined;
  const [head, tail] = [commonStart(text, changed), commonEnd(text, changed)];
  const starts: number[] = [];
  for (let part = 0, start = 0; part < parts.length; start += parts[part++]?.length ?? 0) starts.push(start);
  const places = [...starts.keys()];
  const startOf = (part: number): number => starts[part] ?? 0;
  const behind = (part: number): number => text.length - startOf(part) - (parts[part]?.length ?? 0);
  const stays = (first: number, last: number): boolean =>
    startOf(first) <= head && behind(last) <= tail && startOf(first) + behind(last) <= changed.length;
  const single = places.filter((part) => stays(part, part));
  const part = single.find(isPreferred) ?? single[0];
  if (part !== undefined) return { first: part, last: part };
  const first = places.findLast((start) => startOf(start) <= head) ?? 0;
  const last = places.find((end) => end >= first && stays(first, end)) ?? parts.length - 1;
  return { first, last };
}

/** Returns what a changed text has in the place of some parts, of which all others stay. */
export function textInPlaceOf({ first, last }: ChangedParts, parts: readonly string[], changed: string): string {
  const [head, tail] = [parts.slice(0, first).join(''), parts.slice(last + 1).join('')];
  return changed.slice(head.length, changed.length - tail.length);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++;
  return length;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}
