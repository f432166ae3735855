import { intlLocale } from '../common/language-tag';
import { countWords } from '../common/word-breaks';
import { parsePluralMessage } from '../language-files';

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

  private countWords(text: string): number {
    return countWords(text, this.segmenter);
  }
}
