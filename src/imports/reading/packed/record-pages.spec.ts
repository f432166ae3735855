import fc from 'fast-check';
import { RecordPages } from './record-pages';

const field = fc.option(fc.string({ unit: 'binary', maxLength: 300 }), { nil: null });

describe('RecordPages', () => {
  it('returns every field of every record, also after a transfer', () => {
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 50 }), (records) => {
        const written = new RecordPages();
        const addresses = records.map((record) => written.add(record));
        const { pages } = written;
        const received = new RecordPages(
          structuredClone(pages, { transfer: pages.map(({ buffer }) => buffer as ArrayBuffer) }),
        );
        const read = records.map((record, i) => record.map((_, n) => received.get(addresses[i] ?? 0, n)));
        expect(read).toEqual(records);
      }),
    );
  });

  it('holds records beyond the end of a page, and larger than a page', () => {
    const pages = new RecordPages();
    const texts = Array.from({ length: 200 }, (_, i) => `${i} `.repeat(i === 100 ? 1_000_000 : 10_000));
    const addresses = texts.map((text) => pages.add([text, null]));
    expect(addresses.map((address) => pages.get(address, 0))).toEqual(texts);
    expect(pages.pages.length).toBeGreaterThan(5);
  });

  it('takes more records after a transfer', () => {
    const written = new RecordPages();
    const first = written.add(['a']);
    const received = new RecordPages(structuredClone(written.pages));
    const second = received.add(['b']);
    expect([received.get(first, 0), received.get(second, 0)]).toEqual(['a', 'b']);
  });

  it('takes little more memory than the bytes of its strings', () => {
    const pages = new RecordPages();
    const text = 'x'.repeat(46);
    for (let i = 0; i < 200_000; i++) pages.add([text, null]);
    const bytes = pages.pages.reduce((sum, { length }) => sum + length, 0);
    expect(bytes / (200_000 * text.length)).toBeLessThan(1.2);
  });
});
