import { readFlags } from '../checks/character-flags';
import { scanPlaceholders } from '../checks/placeholders';
import { intlLocale } from '../common/language-tag';
import { wordsOf } from '../common/word-breaks';

/** The most words that texts have which are compared word by word. Longer texts match the same text only. */
export const MAX_WORDS = 100;
/** The greatest length of these texts, in UTF-16 code units. */
export const MAX_LENGTH = 4_000;

/**
 * What a token is. Words, numbers, placeholders and tags count as words; `mark` is all punctuation between two of them.
 */
export type TokenKind = 'word' | 'number' | 'placeholder' | 'startTag' | 'endTag' | 'mark';

export interface Token {
  readonly kind: TokenKind;
  /** As written; of punctuation, without white space. */
  readonly raw: string;
  /** Equal for tokens that differ in less than a word: in case, or in the number, the placeholder or the tag. */
  readonly fold: string;
  /** The code units of the text. */
  readonly start: number;
  readonly end: number;
}

/** A text in tokens, for comparisons. */
export interface TokenizedText {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The number of tokens that count as words. */
  readonly words: number;
  /** The sum of the weights of its tokens: 10 for each word, 1 for each `mark`. */
  readonly weight: number;
  /** It has words, and few enough to be compared word by word. */
  readonly isComparable: boolean;
}

export const WORD_WEIGHT = 10;
export const MARK_WEIGHT = 1;

/** Stands for a placeholder while a text is taken apart. */
const HOLE = '\uFFFC';
const HOLE_OR_TAG = /<(\/?)[A-Za-z][^<>]*>|\uFFFC/g;
const NUMBER = /^\p{N}[\p{N}.,;'’]*$/u;

const FOLDS = {
  number: '\u0001',
  placeholder: '\u0002',
  startTag: '\u0003',
  endTag: '\u0004',
  mark: '\u0005',
} as const;

/** Takes the texts of a language apart: words by the word breaks of CLDR, and what is no word. */
export class Tokenizer {
  private readonly segmenter: Intl.Segmenter;

  /** @param language a language tag */
  constructor(language: string) {
    this.segmenter = new Intl.Segmenter(intlLocale(language), { granularity: 'word' });
  }

  tokenize(text: string): TokenizedText {
    if (text.length > MAX_LENGTH) return { text, tokens: [], words: 0, weight: 0, isComparable: false };
    const tokens = this.tokensOf(text);
    let words = 0;
    for (const { kind } of tokens) if (kind !== 'mark') words++;
    const weight = words * WORD_WEIGHT + (tokens.length - words) * MARK_WEIGHT;
    return { text, tokens, words, weight, isComparable: words > 0 && words <= MAX_WORDS };
  }

  private tokensOf(text: string): Token[] {
    const { rest, found } = withoutPlaceholders(text);
    const tokens: Token[] = [];
    let holes = 0;
    let position = 0;
    let end = 0;
    for (const match of rest.matchAll(HOLE_OR_TAG)) {
      const before = rest.slice(end, match.index);
      this.addPlain(tokens, before, position);
      position += before.length;
      const raw = match[0].replaceAll(HOLE, () => found[holes++] ?? HOLE);
      const kind = match[0] === HOLE ? 'placeholder' : match[1] === '/' ? 'endTag' : 'startTag';
      tokens.push({ kind, raw, fold: FOLDS[kind], start: position, end: position + raw.length });
      position += raw.length;
      end = match.index + match[0].length;
    }
    this.addPlain(tokens, rest.slice(end), position);
    return tokens;
  }

  /** Adds the tokens of text without placeholders and tags, which starts at an index of the whole. */
  private addPlain(tokens: Token[], text: string, offset: number): void {
    let end = 0;
    for (const { word, index } of wordsOf(text, this.segmenter)) {
      addMark(tokens, text, end, index, offset);
      end = index + word.length;
      const kind = NUMBER.test(word) ? 'number' : 'word';
      const fold = kind === 'number' ? FOLDS.number : word.toLowerCase();
      tokens.push({ kind, raw: word, fold, start: offset + index, end: offset + end });
    }
    addMark(tokens, text, end, text.length, offset);
  }
}

/** Adds the punctuation between two words as one token. */
function addMark(tokens: Token[], text: string, start: number, end: number, offset: number): void {
  const between = text.slice(start, end);
  const raw = between.replace(/\s+/g, '');
  if (raw === '') return;
  const from = start + between.search(/\S/);
  const to = start + between.trimEnd().length;
  tokens.push({ kind: 'mark', raw, fold: FOLDS.mark, start: offset + from, end: offset + to });
}

/** Replaces the placeholders of a text by `HOLE`. A text that cannot be put together again has none. */
function withoutPlaceholders(text: string): { rest: string; found: readonly string[] } {
  const whole = { rest: text, found: [] };
  if (text.includes(HOLE)) return whole;
  const { rest, found } = scanPlaceholders(text, readFlags(text), HOLE, false);
  const raws = found.map(({ raw }) => raw);
  let place = 0;
  const joined = rest.replaceAll(HOLE, () => raws[place++] ?? '');
  return joined === text && place === raws.length ? { rest, found: raws } : whole;
}
