import type { TraitsOfPair } from '../language-traits';
import type { TextFacts } from '../text-facts';

const WORD = /^[\p{P}]*(\p{L}[\p{L}\p{M}'’]*(?:-\p{L}[\p{L}\p{M}'’]*)*)[\p{P}]*$/u;
const LOWER = /^\p{Ll}/u;
const UNCASED = /\p{Lo}/u;
/** Letters of a word that is not an abbreviation or a unit. */
const MIN_LETTERS = 4;
/** Letters of a text in a script without cases and mostly without spaces. */
const MIN_UNCASED = 4;

/** Signs of code and of the usage of commands: `break [n]`, `--all | --none`. */
const USAGE = /[[\]|=(){}/\\]|(?:^|\s)--?\w/;
/** The common words that make a sentence of a text with such signs. */
const MIN_IN_USAGE = 4;

/**
 * Returns whether a text that equals its source must have been left untranslated: it is a phrase of common words.
 * Names, single words, commands, URLs and texts without letters are the same in many languages.
 */
export function findSameAsSource(target: TextFacts, languages: TraitsOfPair): string | undefined {
  if (languages.source.group === languages.target.group || target.isOpaque) return undefined;
  return isPhrase(target.plain) ? 'the translation is the same text as the source' : undefined;
}

function isPhrase(plain: string): boolean {
  let words = 0;
  let common = 0;
  let others = 0;
  for (const part of plain.split(/[\s\uFFFB\uFFFC]+/)) {
    const word = WORD.exec(part)?.[1];
    if (word === undefined) {
      if (/[\p{L}\p{N}]/u.test(part)) others++;
      continue;
    }
    words++;
    if (UNCASED.test(word) ? word.length >= MIN_UNCASED : LOWER.test(word) && word.length >= MIN_LETTERS) common++;
  }
  const enough = USAGE.test(plain) ? MIN_IN_USAGE : 1;
  return common >= enough && others < words && (words >= 2 || UNCASED.test(plain));
}
