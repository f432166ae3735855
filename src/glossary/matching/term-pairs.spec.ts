import pairs from '../../../test/fixtures/glossary-pairs.json';
import { SourceTerms } from './check-terms';
import { TermSet } from './term-set';
import { TermText } from './term-text';

const LANGUAGES = ['de', 'fr', 'es', 'ru', 'pl', 'ja'] as const;

const termOf = (term: string, language: string, text: string) => ({
  ...{ term, language: 'en', caseSensitive: false, doNotTranslate: false, forbidden: false },
  translations: { [language]: [text] },
});

/** Counts of what a check said of pairs of which it is known. */
class Figures {
  private right = 0;
  private wrong = 0;
  private missed = 0;

  add(isFound: boolean, isThere: boolean): void {
    if (isFound && isThere) this.right++;
    else if (isFound) this.wrong++;
    else if (isThere) this.missed++;
  }

  get precision(): number {
    return this.right / (this.right + this.wrong);
  }

  get recall(): number {
    return this.right / (this.right + this.missed);
  }
}

/** Compares four pairs for each term: two right translations, a wrong one, and a source text without the term. */
function measure(language: (typeof LANGUAGES)[number]): { occurrences: Figures; missing: Figures; count: number } {
  const [occurrences, missing] = [new Figures(), new Figures()];
  let count = 0;
  for (const { term, sources, without, translations } of pairs) {
    const { text, right, wrong } = translations[language];
    const terms = new TermSet([termOf(term, language, text)]);
    const check = (source: string, target: string, isThere: boolean, isMissing: boolean): void => {
      count++;
      occurrences.add(terms.occurrencesIn(new TermText('en', source)).length > 0, isThere);
      const found = new SourceTerms(terms, { language: 'en', text: source }).check({ language, text: target });
      missing.add(found.length > 0, isMissing);
    };
    for (const [place, source] of sources.entries()) check(source, right[place] ?? '', true, false);
    check(sources[0] ?? '', wrong, true, true);
    check(without, wrong, false, false);
  }
  return { occurrences, missing, count };
}

describe('terms in 504 pairs of texts', () => {
  it.each(LANGUAGES)('in %s: occurrences, and missing translations, are found well enough', (language) => {
    const { occurrences, missing, count } = measure(language);
    expect(count).toBe(84);
    expect(occurrences.precision).toBeGreaterThanOrEqual(0.95);
    expect(occurrences.recall).toBe(1);
    expect(missing.precision).toBeGreaterThanOrEqual(0.95);
    expect(missing.recall).toBe(1);
  });
});
