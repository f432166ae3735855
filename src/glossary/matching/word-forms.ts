import { primarySubtag } from '../../common/language-tag';
import { stemmerOf } from './stems';

/** Languages that write compounds as one word: `Rechnung` is in `Rechnungsnummer`. */
const COMPOUNDING = new Set(['da', 'de', 'et', 'fi', 'fo', 'fy', 'hu', 'is', 'lb', 'nb', 'nl', 'nn', 'no', 'sv']);
/** The least length of a word that is looked for in compounds. */
const MIN_PART = 4;

/** What Korean writes behind nouns. */
const KOREAN_ENDING =
  /^(?:들)?(?:은|는|이|가|을|를|에|에서|에게|께|한테|의|와|과|도|만|로|으로|까지|부터|처럼|보다|마다|이나|나|라는|이라는|입니다|이다|하다|하기|하는|하고|하여|해|할|한|합니다|하세요|됨|되었습니다|됩니다|했습니다)?(?:은|는|도|만)?$/;

/** Letters of the beginning by which words without a stemmer are looked up. */
const KEY_LETTERS = 3;
/** Letters that two forms of a word have at the end beyond what they share. */
const MAX_ENDING = 4;

/** Compares words of a language, in lower case: forms of one word are the same. */
export class WordForms {
  private readonly stem: ((word: string) => string) | undefined;
  private readonly isCompounding: boolean;
  private readonly isKorean: boolean;
  private readonly isEnglish: boolean;

  /** @param language a language tag */
  constructor(language: string) {
    this.stem = stemmerOf(language);
    this.isCompounding = COMPOUNDING.has(primarySubtag(language));
    this.isKorean = primarySubtag(language) === 'ko';
    this.isEnglish = primarySubtag(language) === 'en';
  }

  /** Returns what all forms of a word have in common, and few other words. */
  keyOf(word: string): string {
    if (this.stem) return this.stem(word);
    return word.slice(0, this.isKorean ? 1 : KEY_LETTERS);
  }

  /** Whether a word is a form of another one, which has the same key. */
  isForm(word: string, of: string): boolean {
    if (word === of) return true;
    if (this.stem) return this.stem(word) === this.stem(of) && (!this.isEnglish || areInflected(word, of));
    if (this.isKorean) return word.startsWith(of) && KOREAN_ENDING.test(word.slice(of.length));
    return hasSameBeginning(word, of);
  }

  /** Whether a word may be a form of another one, or a compound with it: more than `isForm`, for translations. */
  mayBeForm(word: string, of: string): boolean {
    if (this.isForm(word, of) || hasSameBeginning(withoutMarks(word), withoutMarks(of))) return true;
    if (!this.isCompounding || of.length < MIN_PART) return false;
    const stem = this.stem?.(of) ?? of;
    return stem.length >= MIN_PART ? word.includes(stem) : word.includes(of);
  }
}

/** Returns a word without accents, which come and go with the endings: `imagen`, `imágenes`. */
const withoutMarks = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

/** Endings of inflected words of English: its stems are of derived words too, as of `custom` and `customer`. */
const ENGLISH_ENDING = /^(?:e|es|s|d|ed|ing|y|ies|ied|f|fe|ves|[a-z]ed|[a-z]ing)?$/;

/** Whether two English words with the same stem differ by their inflection only. */
function areInflected(word: string, of: string): boolean {
  let shared = 0;
  while (shared < of.length && word[shared] === of[shared]) shared++;
  return ENGLISH_ENDING.test(word.slice(shared)) && ENGLISH_ENDING.test(of.slice(shared));
}

/** Whether two words share most of their letters, from the first one on. */
function hasSameBeginning(word: string, of: string): boolean {
  let shared = 0;
  while (shared < of.length && word[shared] === of[shared]) shared++;
  if (of.length <= KEY_LETTERS) return shared === of.length && word.length - shared <= 2;
  return (
    shared >= KEY_LETTERS &&
    shared >= 0.6 * of.length &&
    of.length - shared < MAX_ENDING &&
    word.length - shared <= MAX_ENDING
  );
}
