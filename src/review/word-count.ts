import { intlLocale } from '../common/language-tag';
import { parsePluralMessage } from '../language-files';

/** Letters of the Latin, Greek and Cyrillic scripts, and the characters between their words, which join none. */
const LETTERS =
  'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02AF\\u0386\\u0388-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03F5' +
  '\\u03F7-\\u0481\\u048A-\\u052F\\u1E00-\\u1EFF';
const SEPARATORS =
  '\\t\\n\\r !-\\/:-@\\[-^`{-~\\u00A0-\\u00A9\\u00AB\\u00AC\\u00AE-\\u00B1\\u00B4\\u00B6\\u00BB\\u00BF\\u00D7\\u00F7' +
  '\\u2010-\\u2023\\u2026\\u2030-\\u203E\\u20A0-\\u20BF\\u2190-\\u21FF';

/** Texts of these characters, in which none joins words in some languages only. */
const IS_ALPHABETIC = new RegExp(`^(?:[${LETTERS}0-9${SEPARATORS}](?<![${LETTERS}0-9][:․‧](?=[${LETTERS}0-9])))*$`);

/** Runs of letters and digits with what joins them (Unicode Standard Annex #29, WB5 to WB12). */
const WORDS = new RegExp(
  `(?:[${LETTERS}0-9]|(?<=[${LETTERS}])[.'‘’](?=[${LETTERS}])|(?<=[0-9])[.,;'‘’](?=[0-9]))+`,
  'g',
);

/**
 * Counts the words of texts of a language, as Unicode Standard Annex #29 segments them: for instance, Chinese and Thai
 * have words without spaces. A plural has as many words as its longest form.
 */
export class WordCounter {
  private readonly segmenter: Intl.Segmenter;

  /** @param language a language tag */
  constructor(language: string) {
    this.segmenter = new Intl.Segmenter(intlLocale(language), { granularity: 'word' });
  }

  count(text: string): number {
    const plural = text.startsWith('{') ? parsePluralMessage(text) : undefined;
    if (!plural) return this.countWords(text);
    return Math.max(...[...plural.forms.values(), ...plural.exact.values()].map((form) => this.countWords(form)));
  }

  /** The segmenter, which knows all scripts, takes ten times as long as the regular expressions. */
  private countWords(text: string): number {
    if (IS_ALPHABETIC.test(text)) return text.match(WORDS)?.length ?? 0;
    let words = 0;
    for (const { isWordLike } of this.segmenter.segment(text)) if (isWordLike === true) words++;
    return words;
  }
}
