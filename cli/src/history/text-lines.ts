import type { Output } from '../terminal/output';

/** A text of a key before and after; null where there is none. */
export interface TextDifference {
  name: string;
  /** Null: the key itself. */
  language: string | null;
  before: string | null;
  after: string | null;
}

/** Writes differences as `diff` does, in lines that begin with `-` and `+`. */
export function printDifferences(differences: readonly TextDifference[], output: Output): void {
  let last: string | undefined;
  for (const { name, language, before, after } of differences) {
    if (name !== last) output.line(output.style('bold', printable(name)));
    last = name;
    const label = language === null ? '' : `${language}: `;
    if (before !== null) output.line(output.style('red', `  - ${label}${printable(before)}`));
    if (after !== null) output.line(output.style('green', `  + ${label}${printable(after)}`));
  }
}

/** Joiners and marks of direction, which texts need. */
const DIRECTIONS: ReadonlySet<string> = new Set(['\u200c', '\u200d', '\u200e', '\u200f']);

/** A terminal must not run what a text contains: control characters are shown as JSON writes them. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (DIRECTIONS.has(character)) return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
