/** A text as it is compared. */
export interface Folded {
  text: string;
  /** For each code unit, and the end: the index in the original text, or -1 within a character. */
  places: number[];
}

const MARK = /\p{M}/u;
/** A character with its marks. More marks than letters have are a character of their own: sorting them takes long. */
const WITH_MARKS = /\P{M}\p{M}{0,30}|\p{M}{1,30}/gu;

/**
 * Decomposes the characters of a text. The marks of a letter are sorted: where that changes their order, the letter and its
 * marks are one character.
 *
 * @param fold returns a code point as it is compared, decomposed
 */
export function decomposed(text: string, fold: (character: string) => string): Folded {
  let folded = '';
  const places: number[] = [];
  let index = 0;
  const add = (compared: string, length: number): void => {
    places.push(index);
    for (let unit = 1; unit < compared.length; unit++) places.push(-1);
    folded += compared;
    index += length;
  };
  if (MARK.test(text)) {
    for (const [character] of text.matchAll(WITH_MARKS)) {
      const characters = [...character];
      const compared = characters.map(fold);
      const joined = compared.join('');
      const sorted = joined.normalize('NFD');
      if (sorted === joined) compared.forEach((one, place) => add(one, characters[place]?.length ?? 0));
      else add(sorted, character.length);
    }
  } else for (const character of text) add(fold(character), character.length);
  places.push(index);
  return { text: folded, places };
}

const ASCII = /^[\0-\x7f]/;

/** Whether a place is within what Unicode has as one character as well: between a letter and its mark, or within a syllable of Hangul. */
export function splitsCharacter(text: string, place: number): boolean {
  const next = text.slice(place, place + 2);
  if (next === '' || ASCII.test(next)) return false;
  const before = [...text.slice(Math.max(0, place - 4), place)].slice(-2).join('').normalize('NFC');
  const both = before + String.fromCodePoint(next.codePointAt(0) ?? 0);
  return both.normalize('NFC').length < both.length;
}
