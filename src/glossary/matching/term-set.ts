import { lookUpLanguage } from '../../common/language-tag';
import type { TermContent } from '../term';
import { type Occurrence, TermIndex, type WantedTerm } from './term-index';
import { isLiteral, TermText } from './term-text';
import { WordForms } from './word-forms';
import { WorkLimit } from './work-limit';

/** What it costs to read a translation, in comparisons. */
const COMPARISONS_OF_READING = 20;

/** What texts are checked with: a term without what is for people only. */
export type CheckedTerm = Pick<
  TermContent,
  'term' | 'language' | 'caseSensitive' | 'doNotTranslate' | 'forbidden' | 'translations'
>;

/** What a text lacks: the term, and the translation that is preferred; null: the term itself. */
export interface MissingTerm {
  term: string;
  expected: string | null;
}

/** The terms of a project. Indexes are made for the languages that are asked for. */
export class TermSet<Term extends CheckedTerm = CheckedTerm> {
  private readonly allowed = new Map<string, TermIndex<Term>>();
  private readonly forbidden = new Map<string, TermIndex<string>>();
  private readonly forms = new Map<string, WordForms>();

  constructor(private readonly terms: readonly Term[]) {}

  /** Returns the places of terms in a text of their language. Forbidden ones are among them if they are asked for. */
  occurrencesIn(text: TermText): Occurrence<Term>[] {
    return known(this.allowed, text.language, () => new TermIndex(text.language, this.allowedIn(text.language))).find(
      text,
    );
  }

  private *allowedIn(language: string): Generator<WantedTerm<Term>> {
    for (const entry of this.terms) {
      if (isOf(entry.language, language)) yield { entry, text: entry.term, caseSensitive: entry.caseSensitive };
    }
  }

  /** Returns a forbidden term, or a translation of one, that a text has, as it is in the glossary. */
  forbiddenIn(text: TermText): string | undefined {
    const { language } = text;
    return known(this.forbidden, language, () => new TermIndex(language, this.forbiddenOf(language))).find(text)[0]
      ?.entry;
  }

  private *forbiddenOf(language: string): Generator<WantedTerm<string>> {
    for (const term of this.terms) {
      if (!term.forbidden) continue;
      const { caseSensitive } = term;
      if (isOf(term.language, language)) yield { entry: term.term, text: term.term, caseSensitive };
      for (const text of translationsOf(term, language)) yield { entry: text, text, caseSensitive };
    }
  }

  /** Returns the first of the terms of a source text that the translation has in no form. */
  missingIn(target: TermText, terms: Iterable<Term>): MissingTerm | undefined {
    const limit = new WorkLimit();
    for (const term of terms) {
      if (term.forbidden) continue;
      const translations = translationsOf(term, target.language);
      const expected = translations.length > 0 ? translations : term.doNotTranslate ? [term.term] : [];
      if (expected.length === 0 || expected.some((text) => this.has(target, text, term.caseSensitive, limit))) continue;
      return { term: term.term, expected: translations[0] ?? null };
    }
    return undefined;
  }

  /** Whether a text has a translation: each of its words in a form of it, in any order. Beyond the limit, it counts as there. */
  private has(target: TermText, translation: string, caseSensitive: boolean, limit: WorkLimit): boolean {
    if (!limit.spend(COMPARISONS_OF_READING + target.text.length / 1_000)) return true;
    const read = new TermText(target.language, translation);
    if (isLiteral(read.text)) return caseSensitive ? target.text.includes(read.text) : target.fold.includes(read.fold);
    const forms = known(this.forms, target.language, () => new WordForms(target.language));
    return read.words.every((word) =>
      target.words.some(
        (found) =>
          !limit.spend() ||
          (forms.mayBeForm(found.fold, word.fold) && (!caseSensitive || found.raw.includes(word.raw))),
      ),
    );
  }
}

/** Returns the translations of a term into a language, or into a more general one: `de` for `de-AT`. */
export function translationsOf(
  { translations }: Pick<TermContent, 'translations'>,
  language: string,
): readonly string[] {
  const found = lookUpLanguage(language, Object.keys(translations));
  return found !== undefined && scriptOf(found) === scriptOf(language) ? (translations[found] ?? []) : [];
}

/** Whether texts of a language have the terms of another one: the same, or a more general one. */
const isOf = (language: string, ofText: string): boolean =>
  language === ofText || (ofText.startsWith(`${language}-`) && scriptOf(language) === scriptOf(ofText));

const scripts = new Map<string, string>();

/** Returns the script in which a language is written: texts in `zh-Hant` do not have the terms of `zh`. */
function scriptOf(language: string): string {
  return known(scripts, language, () => {
    try {
      return new Intl.Locale(language).maximize().script ?? '';
    } catch {
      return '';
    }
  });
}

function known<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key);
  if (value !== undefined) return value;
  const created = create();
  if (map.size >= 1_000) map.clear();
  map.set(key, created);
  return created;
}
