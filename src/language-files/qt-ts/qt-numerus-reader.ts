import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import { type XmlElement, childElements } from '../xml/xml-tree';
import { readVariants } from './qt-text';

/** Reads the numerus forms of the messages of one file. */
export class NumerusReader {
  private hasWarnedOfOther = false;

  /** @param categories the category of each form */
  constructor(
    private readonly categories: readonly PluralCategory[],
    private readonly warn: (warning: Warning) => void,
  ) {}

  /**
   * @param arg the argument of the plural
   * @param line of the message
   */
  read(translation: XmlElement, arg: string, key: string, line: number): Plural {
    const texts = new Map<PluralCategory, string>();
    childElements(translation, 'numerusform').forEach((form, index) => {
      const category = this.categories[index];
      if (category) {
        texts.set(category, readVariants(form));
        return;
      }
      const detail = `the language has no numerus form ${index}`;
      this.warn({ code: 'plural_form_dropped', detail, key, line: form.line });
    });
    if (!texts.has('other')) texts.set('other', this.copyLastForm(texts, key, line));
    const forms = new Map<PluralCategory, string>();
    for (const category of PLURAL_CATEGORIES) {
      const text = texts.get(category);
      if (text !== undefined) forms.set(category, text);
    }
    return { type: 'cardinal', arg, exact: new Map(), forms };
  }

  /**
   * Returns the text of `other` for a message without that form. Where Qt has no such form in the language (no integer
   * is `other` in Russian or Polish), there is one warning for the whole file.
   */
  private copyLastForm(texts: ReadonlyMap<PluralCategory, string>, key: string, line: number): string {
    const last = [...texts.values()].at(-1);
    if (last === undefined) return '';
    const code = 'plural_form_invented';
    if (this.categories.includes('other')) {
      this.warn({ code, detail: 'a numerus form is missing; "other" is a copy of the last form', key, line });
    } else if (!this.hasWarnedOfOther) {
      this.hasWarnedOfOther = true;
      this.warn({ code, detail: 'Qt has no form "other" in this language; it is a copy of the last form' });
    }
    return last;
  }
}
