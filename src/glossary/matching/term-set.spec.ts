import { SourceTerms } from './check-terms';
import { type CheckedTerm, TermSet } from './term-set';
import { TermText } from './term-text';

/** What takes bounded time takes a second or two, and what does not takes many minutes. Processor time: the load of others does not count. */
const CPU_SECONDS = 20;

function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
}

const termOf = (term: string, more: Partial<CheckedTerm> = {}): CheckedTerm => ({
  ...{ term, language: 'en', caseSensitive: false, doNotTranslate: false, forbidden: false, translations: {} },
  ...more,
});

const found = (terms: readonly CheckedTerm[], language: string, text: string): string[] =>
  new TermSet(terms).occurrencesIn(TermText.ofMessage(language, text)).map(({ entry }) => entry.term);

const findingsOf = (terms: readonly CheckedTerm[], source: string, language: string, text: string): string[] =>
  new SourceTerms(new TermSet(terms), { language: 'en', text: source })
    .check({ language, text })
    .map(({ code }) => code);

const numbered = (count: number, textOf: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => textOf(index));

describe('terms of a text', () => {
  it('of which one has the place of the other: the longer one counts', () => {
    const terms = ['card', 'credit card', 'card number', 'number'].map((term) => termOf(term));
    expect(found(terms, 'en', 'credit card number, card')).toEqual(['credit card', 'card number', 'card']);
    expect(found([...terms, ...terms], 'en', 'card')).toEqual(['card', 'card']);
  });

  it.each([
    ['tr', 'ısı', 'ISI'],
    ['tr', 'istanbul', 'İSTANBUL'],
    ['az', 'ışıq', 'IŞIQ'],
    ['tr', 'İ+', 'i+'],
    ['en', 'é++', 'İ É++'],
  ])('in %s has %s in %s', (language, term, text) => {
    expect(found([termOf(term, { language })], language, text)).toEqual([term]);
    const translated = termOf('x', { translations: { [language]: [term] } });
    expect(findingsOf([translated], 'x', language, text)).toEqual([]);
  });

  it.each([
    ['C', 'Learn C++ and C# now', []],
    ['C', 'Learn C, C++ and C#', ['C']],
    ['C', 'C+D and (C) are sums', ['C', 'C']],
    ['C++', 'Learn C++, not C', ['C++']],
    ['D', 'R&D, Q&A', []],
    ['D', 'D & R', ['D']],
    ['Save', '&Save as, Save&Close', ['Save', 'Save']],
    ['R&D', 'All R&amp;D costs', ['R&D']],
    ['invoice', 'The in\u00advoice, the in&shy;voice', ['invoice', 'invoice']],
    ['in\u00advoice', 'The invoice', ['in\u00advoice']],
  ])('%j is in %j: %j', (term, text, expected) => {
    expect(found([termOf(term)], 'en', text)).toEqual(expected);
  });

  it.each([
    ['fr', 'Caf\u00e9', 'le Cafe\u0301'],
    ['fr', 'Cafe\u0301', 'le Caf\u00e9'],
    ['ja', '\u30ac', '\u30ab\u3099'],
  ])('in %s are the same, composed or not: %s, %s', (language, term, text) => {
    expect(found([termOf(term, { language, caseSensitive: true })], language, text)).toEqual([term]);
    const translated = termOf('x', { caseSensitive: true, translations: { [language]: [term] } });
    expect(findingsOf([translated], 'x', language, text)).toEqual([]);
  });

  it.each([
    ['a term at each word', [termOf('a')], 'a '.repeat(32_768)],
    ['a sign at each place', [termOf('+')], '+'.repeat(65_536)],
    [
      '10,000 terms with the same first word',
      numbered(10_000, (i) => `a b${i}`).map((term) => termOf(term)),
      'a '.repeat(32_768),
    ],
    ['10,000 names', numbered(10_000, (i) => `+${i}`).map((term) => termOf(term)), '+1 '.repeat(21_845)],
    [
      '10,000 words with the same beginning, in a language without a stemmer',
      numbered(10_000, (i) => `abc${i}`).map((term) => termOf(term, { language: 'pl' })),
      'abcdefghij '.repeat(5_957),
    ],
  ])('are found in bounded time: %s', (_, terms, text) => {
    const [{ language } = termOf('a')] = terms;
    const cpuSeconds = startCpuClock();
    found(terms, language, text);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });

  it.each([
    ['words', numbered(20, (i) => `Wort${i} Teil`), 'abc '.repeat(16_000)],
    ['names', numbered(20, (i) => `+${i}`), 'abc '.repeat(16_000)],
  ])('are missed in bounded time: %s', (_, texts, target) => {
    const terms = numbered(2_000, (i) => `w${i}`).map((term) => termOf(term, { translations: { de: texts } }));
    const source = numbered(2_000, (i) => `w${i}`).join(' ');
    const cpuSeconds = startCpuClock();
    findingsOf(terms, source, 'de', target);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});
