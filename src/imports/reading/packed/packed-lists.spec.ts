import fc from 'fast-check';
import { packFile, unpackFile } from '../imported-file';
import { createWarnings } from '../../../language-files';
import { hashPair, hashText } from './hash-index';
import { ImportedKeys, KeyIndex } from './imported-keys';
import { TranslationUnits, UnitIndex } from './translation-units';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const unit = fc.record(
  {
    key: fc.nat(1_000_000),
    language: fc.constantFrom('en', 'de', 'pt-BR'),
    text: fc.option(text, { nil: null }),
    fromSource: fc.boolean(),
    plural: fc.constant({ categories: ['one', 'other'] as const, exact: 'none' as const }),
    meta: text,
  },
  { requiredKeys: ['key', 'language', 'text', 'fromSource'] },
);
const key = fc.record({ name: text, description: text, meta: text, path: text }, { requiredKeys: ['name'] });

describe('ImportedKeys and TranslationUnits', () => {
  it('return what they were given, also from another thread', () => {
    fc.assert(
      fc.property(fc.array(key), fc.array(unit), (someKeys, someUnits) => {
        const [keys, units] = [new ImportedKeys(), new TranslationUnits()];
        for (const each of someKeys) keys.push(each);
        for (const each of someUnits) units.push(each);
        const read = {
          keys,
          units,
          languageMetas: new Map([['de', '{}']]),
          format: 'json',
          metaId: 'json',
          keptFiles: [],
          isArchive: false,
          files: [],
          languages: [],
          warnings: createWarnings(),
        };
        const { file, memory } = packFile(read);
        const received = unpackFile(structuredClone(file, { transfer: memory }));
        expect([...received.keys]).toEqual(someKeys);
        expect([...received.units]).toEqual(someUnits);
        expect(received.units.languagesInUse).toEqual([...new Set(someUnits.map(({ language }) => language))]);
        expect(received).toMatchObject({ languageMetas: read.languageMetas, metaId: 'json' });
      }),
    );
  });

  it('replace an item and leave the others', () => {
    const units = new TranslationUnits();
    for (const number of [0, 1, 2]) units.push({ key: number, language: 'de', text: `${number}`, fromSource: true });
    units.set(1, { key: 1, language: 'de', text: 'longer than before', fromSource: false, meta: '{}' });
    expect([...units].map(({ text, fromSource, meta }) => [text, fromSource, meta])).toEqual([
      ['0', true, undefined],
      ['longer than before', false, '{}'],
      ['2', true, undefined],
    ]);
  });
});

describe('KeyIndex and UnitIndex', () => {
  it('find each of many items, and no others', () => {
    const [keys, units] = [new ImportedKeys(), new TranslationUnits()];
    const [keyIndex, unitIndex] = [new KeyIndex(keys), new UnitIndex(units)];
    const count = 5_000;
    for (let i = 0; i < count; i++) {
      keyIndex.add(`key.${i}`);
      keys.push({ name: `key.${i}` });
      const id = { key: i % 100, language: `de-x-${Math.floor(i / 100)}` };
      unitIndex.add(id);
      units.push({ ...id, text: null, fromSource: false });
    }
    const found = Array.from({ length: count }, (_, i) => [
      keyIndex.find(`key.${i}`),
      unitIndex.find({ key: i % 100, language: `de-x-${Math.floor(i / 100)}` }),
    ]);
    expect(found).toEqual(Array.from({ length: count }, (_, i) => [i, i]));
    expect([
      keyIndex.find('key'),
      keyIndex.find(`key.${count}`),
      unitIndex.find({ key: 100, language: 'de-x-0' }),
    ]).toEqual([-1, -1, -1]);
  });

  it.each([
    ['names that differ in one character', (i: number) => hashText(`section.${i}.title`)],
    [
      'names of one character repeated',
      (i: number) => hashText('a'.repeat(i % 64) + String.fromCharCode(97 + (i >> 6))),
    ],
    ['keys and languages', (i: number) => hashPair(i % 500, hashText(`l${Math.floor(i / 500)}`))],
  ])('distribute %s evenly', (_, hash) => {
    const slots = new Map<number, number>();
    for (let i = 0; i < 50_000; i++) {
      const slot = hash(i) % 65_536;
      slots.set(slot, (slots.get(slot) ?? 0) + 1);
    }
    // Mostly 10. The keys of the hash are random, and one set of some thousands gives 20; a hash without them gives 781.
    expect(Math.max(...slots.values())).toBeLessThan(100);
  });
});
