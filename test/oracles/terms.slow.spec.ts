import { writeCsv } from '../../src/glossary/files/csv-terms';
import type { ImportedTerm } from '../../src/glossary/files/imported-term';
import { readTbxTerms, writeTbx } from '../../src/glossary/files/tbx-terms';
import type { Term } from '../../src/glossary/term';
import { describeWith, python, run, withFile } from './oracle';

const termOf = (term: string, more: Partial<Term> = {}): Term => ({
  ...{ id: '019a9f3e-e2a3-7076-8184-7f8091a2b3c4', term, language: 'en', definition: null, partOfSpeech: null },
  ...{ caseSensitive: false, doNotTranslate: false, forbidden: false, projectIds: null },
  ...{ translations: {}, createdAt: new Date(0), updatedAt: new Date(0) },
  ...more,
});

const TERMS = [
  termOf('invoice', { translations: { de: ['Rechnung', 'Faktura'] }, definition: 'A "bill",\n<to> pay' }),
  termOf('R&D', { translations: { de: ['F&E'] }, partOfSpeech: 'noun' }),
];

describeWith(['python3', 'python3-translate'], 'files of terms', () => {
  it('TBX is read by translate-toolkit', () => {
    expect(withFile('terms.tbx', writeTbx(TERMS), (path) => python('terms.py', 'tbx', path))).toEqual([
      ['invoice', 'Rechnung', 'A "bill",\n<to> pay'],
      ['R&D', 'F&E', ''],
    ]);
  });

  it('CSV is read by Python', () => {
    expect(withFile('terms.csv', writeCsv(TERMS), (path) => python('terms.py', 'csv', path))).toMatchObject([
      { term: 'invoice', definition: 'A "bill",\n<to> pay', de: 'Rechnung|Faktura' },
      { term: 'R&D', partOfSpeech: 'noun', de: 'F&E' },
    ]);
  });

  it('TBX of csv2tbx is read, which does not know the language of the translation', () => {
    const code =
      'import sys; from translate.convert.csv2tbx import convertcsv; convertcsv(open(sys.argv[1], "rb"), sys.stdout.buffer, None)';
    const tbx = withFile('terms.csv', '"","invoice","Rechnung"\n', (path) =>
      run('/usr/bin/python3', ['-c', code, path]),
    );
    const terms: ImportedTerm[] = [];
    readTbxTerms(Buffer.from(tbx), undefined, (term) => terms.push(term));
    expect(terms).toMatchObject([{ term: 'invoice', language: 'en', translations: { xx: ['Rechnung'] } }]);
  });
});
