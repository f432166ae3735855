import fc from 'fast-check';
import type { Term } from '../term';
import type { ImportedTerm } from './imported-term';
import { readCsvTerms, writeCsv } from './csv-terms';

const termOf = (term: string, more: Partial<Term> = {}): Term => ({
  ...{ id: '019a9f3e-e2a3-7076-8184-7f8091a2b3c4', term, language: 'en', definition: null, partOfSpeech: null },
  ...{ caseSensitive: false, doNotTranslate: false, forbidden: false, projectIds: null },
  ...{ translations: {}, createdAt: new Date(0), updatedAt: new Date(0) },
  ...more,
});

function read(csv: string): ImportedTerm[] {
  const terms: ImportedTerm[] = [];
  readCsvTerms(Buffer.from(csv), undefined, (term) => terms.push(term));
  return terms;
}

describe('CSV of terms', () => {
  const terms = [
    termOf('=1+1', { definition: '+x', translations: { de: ['-a', '@b'], fr: ["'=c", 'd,=e', 'f - g'] } }),
    termOf('- one'),
  ];

  it('has cells that look like formulas as they are', () => {
    expect(writeCsv(terms)).toContain('=1+1,en,,+x,false,false,false,,-a|@b,"\'\'=c|d,=e|f - g"');
  });

  it('has an apostrophe before what a spreadsheet may run as a formula, where that is asked for', () => {
    const csv = writeCsv(terms, true);
    expect(csv).toContain("'=1+1,en,,'+x,false,false,false,,'-a|'@b,\"''=c|d,'=e|f - g\"");
    expect(csv).toContain("\n'- one,");
  });

  it.each(['comment', 'German', 'Notes'])('has no column %s, which is no language', (column) => {
    expect(() => read(`term,de,${column}\ninvoice,Rechnung,x`)).toThrow(`the column "${column}" is neither of term,`);
  });

  it('has columns of languages with three letters, scripts and regions', () => {
    expect(read('term,fil,zh-Hant,pt_br\ninvoice,a,b,c')).toMatchObject([
      { translations: { fil: ['a'], 'zh-Hant': ['b'], 'pt-BR': ['c'] } },
    ]);
  });

  it('is read as it was, with apostrophes and without', () => {
    const sign = fc.constantFrom(...'=+-@\'"|,;\\ ab＝＠', '\n', '\t');
    const text = fc
      .array(sign, { minLength: 1, maxLength: 8 })
      .map((signs) => signs.join('').trim())
      .filter((value) => value !== '' && !/[\n\t]/.test(value));
    fc.assert(
      fc.property(text, text, fc.uniqueArray(text, { minLength: 1 }), fc.boolean(), (term, definition, de, escapes) => {
        const [found] = read(writeCsv([termOf(term, { definition, translations: { de } })], escapes));
        expect(found).toMatchObject({ term, definition, translations: { de } });
      }),
    );
  });
});
