/** A word with the white space in front of it. */
interface Word {
  space: string;
  word: string;
  /** The word as new texts have it. */
  id: string;
}

/** How many words further a word is searched that both texts have. */
const MAX_DISTANCE = 40;

/**
 * Writes a text whose white space means nothing with the white space of an old one: words that both have stay on their
 * lines.
 *
 * @param respell returns a word of the old text as the new text would have it
 * @returns the text with the white space around the old one
 */
export function inLinesOf(old: string, text: string, respell: (word: string) => string): string {
  const [before, after] = [wordsOf(old, respell), wordsOf(text, (word) => word)];
  const written: string[] = [];
  let [from, to] = [0, 0];
  const write = (space: string, word: string | undefined): void => {
    written.push(written.length === 0 ? '' : space || ' ', word ?? '');
  };
  while (to < after.length) {
    const [gone, added] = distance(before, after, from, to);
    const replaced = Math.min(gone, added);
    for (let i = 0; i < added; i++)
      write((i < replaced ? before[from + i]?.space : undefined) ?? ' ', after[to + i]?.word);
    // The line of a word stays its own where the words before it on the line are gone.
    const lost = before.slice(from + replaced, from + gone).find(({ space }) => /[\r\n]/.test(space))?.space;
    from += gone;
    to += added;
    if (to >= after.length) break;
    const { space = ' ' } = before[from] ?? {};
    // New words in front of the first word of a line are on that line.
    const isAfterAdded = added > replaced && /[\r\n]/.test(space);
    if (isAfterAdded) moveLine(written, added - replaced, space);
    write(isAfterAdded ? ' ' : lost !== undefined && !/[\r\n]/.test(space) ? lost : space, before[from]?.word);
    from++;
    to++;
  }
  const [lead = ''] = /^\s*/.exec(old) ?? [];
  return lead + written.join('') + old.slice(old.trimEnd().length);
}

/** Begins the line of the words that were written last with white space. */
function moveLine(written: string[], words: number, space: string): void {
  const first = written.length - 2 * words;
  if (first > 0) written[first] = space;
}

function wordsOf(text: string, respell: (word: string) => string): Word[] {
  const words: Word[] = [];
  const parts = text.trim().split(/(\s+)/);
  for (let i = 0; i < parts.length; i += 2) {
    const [space = '', word = ''] = [parts[i - 1], parts[i]];
    if (word !== '') words.push({ space, word, id: respell(word) });
  }
  return words;
}

/**
 * Returns how many words are to be skipped in both lists until they have the same word; up to the ends if they have
 * none.
 */
function distance(before: readonly Word[], after: readonly Word[], from: number, to: number): [number, number] {
  for (let sum = 0; sum <= MAX_DISTANCE; sum++) {
    for (let gone = 0; gone <= sum; gone++) {
      const [one, other] = [before[from + gone], after[to + sum - gone]];
      if (one && one.id === other?.id) return [gone, sum - gone];
    }
  }
  const [rest, added] = [before.length - from, after.length - to];
  return rest > MAX_DISTANCE && added > MAX_DISTANCE ? [1, 1] : [rest, added];
}
