import fc from 'fast-check';
import type { EntryToWrite } from '../../language-files';
import { changeEntries, keptBytes } from './kept-entries';

const inOrder = (texts: ReadonlyMap<string, string>): EntryToWrite[] =>
  Array.from(texts, ([key, value]) => ({ key, value })).sort((one, other) =>
    Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)),
  );

const key = fc.oneof(fc.constantFrom('a', 'b', 'b.c', '', '\u{10000}', '\uffff', 'é'), fc.string({ unit: 'grapheme' }));
const texts = fc.array(fc.tuple(key, fc.string()), { maxLength: 12 }).map((items) => new Map(items));

describe('changeEntries', () => {
  it('returns what a map with the changes has, in code point order of the keys', () => {
    fc.assert(
      fc.property(texts, texts, fc.array(key, { maxLength: 6 }), (before, set, others) => {
        const removed = [...others, ...set.keys()];
        const expected = new Map([...before].filter(([name]) => !removed.includes(name)));
        for (const [name, value] of set) expected.set(name, value);
        expect(changeEntries(inOrder(before), { removed, set: inOrder(set) })).toEqual(inOrder(expected));
      }),
    );
  });
});

describe('keptBytes', () => {
  it('counts the template, and every string of the entries with two bytes for a code unit at least', () => {
    const bytes = Buffer.alloc(1_000);
    const text = 'x'.repeat(500);
    const entries = [
      { key: 'a', value: text, source: text, description: text, meta: { note: text } },
      { key: 'b', values: new Map([['de', text]]), metas: new Map([['de', { note: text }]]) },
    ];
    const template = { bytes, isForeign: false, source: bytes };
    const file = {
      language: 'de',
      languages: ['de'],
      sourceLanguage: 'en',
      projectName: '',
      template,
      warn: () => undefined,
    };
    const estimate = keptBytes({ entries, file });
    expect(estimate).toBeGreaterThan(2_000 + 6 * 2 * 500);
    expect(estimate).toBeLessThan(2 * (2_000 + 8 * 2 * 500));
  });
});
