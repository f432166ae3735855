import { parsePluralMessage } from '../language-files';

/** Characters that join words without white space (Unicode Standard Annex #29, WB6 to WB13), or are not of ASCII. */
const NEEDS_SEGMENTER = /[\w][.':,;][\w]|_|[^\t\n\r -~]/;

/**
 * Counts the words of texts of a language, as Unicode Standard Annex #29 segments them: for instance, Chinese and Thai have words
 * without spaces. A plural has as many words as its longest form.
 */
export class WordCounter {
  private readonly segmenter: Intl.Segmenter;

  /** @param language a language tag */
  constructor(language: string) {
    this.segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  }

  count(text: string): number {
    const plural = text.startsWith('{') ? parsePluralMessage(text) : undefined;
    if (!plural) return this.countWords(text);
    return Math.max(...[...plural.forms.values(), ...plural.exact.values()].map((form) => this.countWords(form)));
  }

  /** In most texts of ASCII, words are runs of letters and digits; the segmenter takes a hundred times as long. */
  private countWords(text: string): number {
    if (!NEEDS_SEGMENTER.test(text)) return text.match(/[A-Za-z0-9]+/g)?.length ?? 0;
    let words = 0;
    for (const { isWordLike } of this.segmenter.segment(text)) if (isWordLike === true) words++;
    return words;
  }
}
