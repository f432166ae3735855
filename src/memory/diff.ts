import { costOf, weightOf } from './match';
import type { Token, TokenizedText } from './tokens';

/** A step from a text to another one: a token of the first, of the second, or both. */
export type Step = readonly [one: Token | undefined, other: Token | undefined];

/** A part of a comparison: `removed` is in the first text only, `added` in the second only. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Finds the cheapest steps from a text to another one. Both are comparable. */
export function stepsBetween({ tokens: one }: TokenizedText, { tokens: other }: TokenizedText): Step[] {
  const columns = other.length + 1;
  const costs = new Int32Array((one.length + 1) * columns);
  const at = (row: number, column: number): number => costs[row * columns + column] ?? 0;
  for (let row = 0; row <= one.length; row++) {
    for (let column = 0; column <= other.length; column++) {
      if (row === 0 && column === 0) continue;
      const [left, right] = [one[row - 1], other[column - 1]];
      costs[row * columns + column] = Math.min(
        left && right ? at(row - 1, column - 1) + costOf(left, right) : Infinity,
        left ? at(row - 1, column) + weightOf(left) : Infinity,
        right ? at(row, column - 1) + weightOf(right) : Infinity,
      );
    }
  }
  const steps: Step[] = [];
  for (let [row, column] = [one.length, other.length]; row > 0 || column > 0;) {
    const [left, right] = [one[row - 1], other[column - 1]];
    const cost = at(row, column);
    if (left && right && cost === at(row - 1, column - 1) + costOf(left, right)) {
      steps.push([left, right]);
      row--;
      column--;
    } else if (right && cost === at(row, column - 1) + weightOf(right)) {
      steps.push([undefined, right]);
      column--;
    } else {
      steps.push([left, undefined]);
      row--;
    }
  }
  return steps.reverse();
}

/**
 * Compares two texts by words. The parts that are not `removed` are the second text if they are joined; white space
 * belongs to the token behind it.
 */
export function diffOf(one: TokenizedText, other: TokenizedText): DiffPart[] {
  if (!one.isComparable || !other.isComparable || one.text === other.text) return [{ kind: 'same', text: other.text }];
  const parts: DiffPart[] = [];
  let [oneEnd, otherEnd] = [0, 0];
  for (const [left, right] of stepsBetween(one, other)) {
    const isSame = left !== undefined && right !== undefined && left.raw === right.raw;
    if (left && !isSame) add(parts, 'removed', one.text.slice(oneEnd, left.end));
    if (right) add(parts, isSame ? 'same' : 'added', other.text.slice(otherEnd, right.end));
    oneEnd = left?.end ?? oneEnd;
    otherEnd = right?.end ?? otherEnd;
  }
  add(parts, 'same', other.text.slice(otherEnd));
  return joined(parts);
}

function add(parts: DiffPart[], kind: DiffPart['kind'], text: string): void {
  if (text !== '') parts.push({ kind, text });
}

/** Joins neighbours of the same kind; what was removed stands before what was added in its place. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const sinceSame = result.slice(result.findLastIndex(({ kind }) => kind === 'same') + 1);
    const earlier = part.kind === 'same' ? result.at(-1) : sinceSame.find(({ kind }) => kind === part.kind);
    if (earlier?.kind === part.kind) earlier.text += part.text;
    else if (part.kind === 'removed') result.splice(result.length - sinceSame.length, 0, { ...part });
    else result.push({ ...part });
  }
  return result;
}
