import fc from 'fast-check';
import { compareCodePoints } from '../model/code-point-order';
import type { EntryToWrite } from '../model/entry';
import { writeFile } from '../template/write-file';
import type { Subject } from './expectations.contract';
import { concatChunks, readBytes, SOURCE_LANGUAGE, writeSamples } from './round-trip.contract';
import { samples } from '../../../test/support/samples';

const NAMES = ['keyb', 'keyd', 'keyf', 'keyh'];

/** Describes where templates take new and renamed keys. */
export function describePlaces(subject: Subject): void {
  const { codec, language } = subject;
  if (!codec.template || codec.isZip) return;

  const entryOf = (key: string, earlierKeys?: readonly string[]): EntryToWrite => {
    const [value, source] = ['A text', 'A source'];
    const entry = codec.multilingual
      ? {
          key,
          value: source,
          values: new Map([
            [SOURCE_LANGUAGE, source],
            [language, value],
          ]),
        }
      : { key, value, ...(codec.bilingual && { source }) };
    return { ...entry, ...(earlierKeys && { earlierKeys }) };
  };
  /** Returns a file with names in an order. A canonical file orders them by code points. */
  const fileOf = (names: readonly string[]): Uint8Array => {
    const sorted = [...names].sort(compareCodePoints);
    const samples = sorted.map((key) => ({ key, value: 'A text', source: 'A source' }));
    const places = new Map(sorted.map((name, place) => [name, names[place] ?? '']));
    const text = Buffer.from(writeSamples(codec, samples, language).bytes).toString('utf8');
    return Buffer.from(text.replace(/\bkey[\w.-]*/gi, (name) => places.get(name) ?? name));
  };
  const write = (bytes: Uint8Array, entries: readonly EntryToWrite[], source?: Uint8Array): Uint8Array => {
    const languages = codec.multilingual ? [SOURCE_LANGUAGE, language] : [language];
    const chunks = writeFile(codec, {
      ...{ language: languages[0] ?? '', languages, sourceLanguage: SOURCE_LANGUAGE, projectName: 'p' },
      template: { bytes, isForeign: false, ...(source && { source }) },
      entries: [...entries].sort((one, other) => compareCodePoints(one.key, other.key)),
      warn: ({ code, detail }) => expect([code, detail]).not.toContain('template_misfit'),
    });
    return concatChunks(chunks);
  };
  const namesIn = (bytes: Uint8Array): string[] => [
    ...new Set(readBytes(codec, bytes, language).file.entries.map(({ key }) => key)),
  ];
  const added = (names: readonly string[], more: readonly string[], source?: readonly string[]): string[] =>
    namesIn(
      write(
        fileOf(names),
        [...names, ...more].map((key) => entryOf(key)),
        source && fileOf(source),
      ),
    );

  it('adds keys to a sorted file where its order puts them', () => {
    expect(added(NAMES, ['keya', 'keyc', 'keyg', 'keyz'])).toEqual([
      ...['keya', 'keyb', 'keyc', 'keyd', 'keyf', 'keyg', 'keyh', 'keyz'],
    ]);
  });

  it('adds keys to a file in another order behind those that precede them in the file of the source language', () => {
    if (codec.multilingual) return;
    const names = ['keyh', 'keyb', 'keyf', 'keyd'];
    expect(added(names, ['keyc', 'keyx', 'keyy'], ['keyh', 'keyx', 'keyy', 'keyb', 'keyf', 'keyd'])).toEqual([
      ...['keyh', 'keyx', 'keyy', 'keyb', 'keyf', 'keyd', 'keyc'],
    ]);
  });

  it('adds keys to a file in another order, or of two keys, at the end', () => {
    if (!hasOrder(subject)) {
      expect(added(['keyh', 'keyb', 'keyf', 'keyd'], ['keyc'])).toEqual(['keyh', 'keyb', 'keyf', 'keyd', 'keyc']);
      expect(added(['keyb', 'keyd'], ['keya'])).toEqual(['keyb', 'keyd', 'keya']);
    } else expect(added(['keyb', 'keyd'], ['keya'])).toEqual(['keya', 'keyb', 'keyd']);
  });

  it.each([NAMES, ['keyh', 'keyb', 'keyf', 'keyd']].map((names) => [names.join(' '), names] as const))(
    'keeps a renamed key of %s in its place',
    (_, names) => {
      for (const [place, name] of names.entries()) {
        const entries = names.map((key) => (key === name ? entryOf('keyx', ['keyq', name]) : entryOf(key)));
        const expected = names.with(place, 'keyx');
        const bytes = write(fileOf(names), entries);
        expect(namesIn(bytes)).toEqual(expected);
        expect(Buffer.from(bytes).toString()).toBe(Buffer.from(fileOf(names)).toString().replaceAll(name, 'keyx'));
      }
    },
  );

  it('adds a key whose earlier name another key has now', () => {
    const names = ['keyh', 'keyb', 'keyf', 'keyd'];
    const bytes = write(fileOf(names), [...names.map((key) => entryOf(key)), entryOf('keyx', ['keyb'])]);
    expect(namesIn(bytes)).toEqual(hasOrder(subject) ? expect.arrayContaining(names) : [...names, 'keyx']);
  });

  const ITEMS = ['list[0]', 'list[1]', 'list[2]'];
  /** Renames a key of a file with an array and returns the keys, and those without a text. */
  const renamed = (from: string, to: string): { keys: string[]; missing: string[]; text: string } => {
    const names = [...ITEMS, 'name'];
    const entries = names.map((key) => (key === from ? entryOf(to, [from]) : entryOf(key)));
    const bytes = write(fileOf(names), entries);
    const { entries: read } = readBytes(codec, bytes, language).file;
    const missing = read.filter(({ value }) => value === null).map(({ key }) => key);
    return { keys: read.map(({ key }) => key), missing, text: Buffer.from(bytes).toString() };
  };

  it('leaves the place of an item that is none any more, so that the others keep their keys', () => {
    if (!codec.nests) return;
    for (const to of ['other', 'list.x', 'list[1]x', 'list[1].x', 'list[7]']) {
      const { keys, missing } = renamed('list[1]', to);
      expect([...keys].sort()).toEqual([...ITEMS, 'name', to].sort());
      expect(missing).toEqual(['list[1]']);
    }
    const { keys, missing } = renamed('list[2]', 'other');
    expect([[...keys].sort(), missing]).toEqual([['list[0]', 'list[1]', 'name', 'other'], []]);
  });

  it('puts a former item behind its array, or in the place of an object that is empty without it', () => {
    if (!codec.nests) return;
    expect(renamed('list[1]', 'other').keys).toEqual([...ITEMS, 'other', 'name']);
    for (const alone of ['list[0]', 'alone.key']) {
      const bytes = write(fileOf([alone, 'name']), [entryOf('other', [alone]), entryOf('name')]);
      expect(namesIn(bytes)).toEqual(['other', 'name']);
    }
  });

  it('makes a key the next item of an array that its new name belongs to', () => {
    if (!codec.nests) return;
    const { keys, missing, text } = renamed('name', 'list[3]');
    expect([keys, missing]).toEqual([[...ITEMS, 'list[3]'], []]);
    expect(text).not.toContain('list[3]');
  });

  it('keeps a file sorted, whatever is added and removed', () => {
    const name = fc.stringMatching(/^key[a-z]{1,3}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 3, maxLength: 12 }),
        fc.array(name, { maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 4 }),
        (names, more, removed) => {
          const sorted = [...names].sort(compareCodePoints);
          const kept = sorted.filter((_, place) => !removed.includes(place));
          const wanted = [...new Set([...kept, ...more])].sort(compareCodePoints);
          const bytes = write(
            fileOf(sorted),
            wanted.map((key) => entryOf(key)),
          );
          expect(namesIn(bytes)).toEqual(wanted);
        },
      ),
      { numRuns: samples(30) },
    );
  });
}

/** Whether the files of a format always are in one order. */
const hasOrder = ({ codec }: Subject): boolean => codec.id === 'xcstrings';
