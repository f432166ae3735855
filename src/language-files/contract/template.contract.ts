import * as fc from 'fast-check';
import { canonicalLanguage } from '../../common/language-tag';
import type { FormatCodec, TemplateContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { TemplateCache } from '../template/template-cache';
import { digestOf } from '../template/template-differences';
import { type EditBudget, type Line, mergeLines } from '../template/merge-lines';
import { linesIn, mergeTemplates } from '../template/merge-templates';
import { isUnusable, readFile } from '../template/template-reader';
import { TEMPLATE_MISFIT } from '../template/write-file';
import { orFormatError, type Subject } from './expectations.contract';
import {
  edit,
  expectLocal,
  expectSameBytes,
  expectTexts,
  linesOf,
  open,
  type OpenFile,
  some,
  textsOf,
  toEntry,
  tryWrite,
  write,
} from './open-file.contract';
import { decodeWithEncoding } from '../text/text-encoding';
import { type Fixture, readBytes, SOURCE_LANGUAGE, writeSamples } from './round-trip.contract';
import { anyText } from './samples.contract';
import { samples } from '../../../test/support/samples';

/** Describes that exports into imported files change only what differs. */
export function describeTemplates(subject: Subject, fixtures: readonly Fixture[]): void {
  const all = fixtures.flatMap(({ name, bytes }) => {
    const file = open(subject, bytes);
    return file ? [{ name, file }] : [];
  });
  const isMisfit = ({ name }: { name: string }): boolean => subject.templateMisfits.includes(name);
  const files = all.filter((fixture) => !isMisfit(fixture));
  if (files.length === 0) return;

  for (const { name, file } of all.filter(isMisfit)) {
    it(`has no place for the texts of ${name}`, () => {
      expect(tryWrite(file, file.entries, false).warnings.map(({ code }) => code)).toContain(TEMPLATE_MISFIT);
    });
  }

  it.each(files)('gives back $name unchanged', ({ file }) => {
    expectSameBytes(file, file.entries);
    expectSameBytes(file, file.entries.map(withoutEmptyTexts));
  });

  it.each(files)('gives back other encodings and line ends of $name unchanged', ({ file }) => {
    for (const variant of variantsOf(file.bytes)) {
      const other = open(subject, variant);
      if (other) expectSameBytes(other, other.entries);
    }
  });

  it.each(files)('changes in $name only the entry of an edited text', ({ file }) => {
    for (const [index, entry] of some(file.entries)) {
      const edited = edit(subject, entry, (text) => `${text} edited`);
      if (!edited) continue;
      const entries = file.entries.with(index, edited);
      const written = write(file, entries);
      expectTexts(file, written, entries);
      expectLocal(file, written.bytes, linesOf(entry) + linesOf(edited));
    }
  });

  it.each(files)('takes an edited text of $name for no change of its lines', ({ file }) => {
    const { codec } = subject;
    if (codec.template && 'readContainer' in codec.template) return;
    const base = file.bytes;
    const context = mergeContext(file);
    for (const [index, entry] of some(file.entries)) {
      const [now, other] = ['edited', 'changed'].map((word) => {
        const edited = edit(subject, entry, (text) => `${text} ${word}`);
        return edited && write(file, file.entries.with(index, edited)).bytes;
      });
      if (!now || !other) continue;
      const merged = mergeTemplates(codec, { base, now, file: other }, 'now', context, anyBudget());
      expect([textLinesIn(merged.bytes), merged.losesLines]).toEqual([textLinesIn(now), false]);
    }
  });

  it.each(files)('merges edits of $name into the lines that were merged', ({ file }) => {
    const { codec } = subject;
    const { template } = codec;
    if (!template || 'readContainer' in template) return;
    const base = file.bytes;
    const context = mergeContext(file);
    const linesOfFile = (bytes: Uint8Array): readonly Line[] =>
      linesIn(readFile(template, bytes, context).read, template);
    const lines = linesOfFile(base);
    const change = fc.record({ from: fc.nat(), count: fc.integer({ min: 1, max: 4 }), to: fc.option(fc.nat()) });
    const changes = fc.array(change, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(changes, changes, (ofNow, ofFile) => {
        const [now, other] = [ofNow, ofFile].map((each) => withMovedLines(lines, each));
        if (!now || !other || ![now, other].every((bytes) => isReadable(() => linesOfFile(bytes)))) return;
        const versions = { base: lines, now: linesOfFile(now), file: linesOfFile(other) };
        const wanted = [true, false].map(
          (unites) => mergeLines(versions, { side: 'now', unites, budget: anyBudget() })?.lines,
        );
        const merged = mergeTemplates(codec, { base, now, file: other }, 'now', context, anyBudget());
        expect([versions.now, ...wanted].map((each) => each?.map(idOf))).toContainEqual(
          linesOfFile(merged.bytes).map(idOf),
        );
      }),
      { numRuns: samples(30) },
    );
  });

  it.each(files)('removes from $name only the entry of a removed key', ({ file }) => {
    for (const [index, entry] of some(file.entries)) {
      const entries = file.entries.toSpliced(index, 1);
      // Without its value, a term of Fluent cannot be written in any layout.
      const written = orFormatError(() => write(file, entries));
      if (!written) continue;
      expectTexts(file, written, entries);
      expectLocal(file, written.bytes, linesOf(entry));
    }
  });

  it.each(files)('adds a key to $name', ({ file }) => {
    const key = subject.templateKey;
    if (file.entries.some((entry) => entry.key === key)) return;
    const entries = [...file.entries, toEntry(file.codec, [{ key, value: 'An added text', source: 'A source' }], file)];
    const written = write(file, entries);
    expectTexts(file, written, entries);
    expectLocal(file, written.bytes, 24);
  });

  const isRenamable = ({ name }: { name: string }): boolean => !subject.renameMisfits.includes(name);
  it.each(files.filter(isRenamable))('changes in $name only the name of a renamed entry', ({ file }) => {
    const { codec } = file;
    const inTarget = codec.bilingual || codec.multilingual ? [] : [open({ ...subject, language: 'de' }, file.bytes)];
    for (const opened of [file, ...inTarget]) {
      for (const [index, entry] of some(opened?.entries ?? []))
        if (opened) expectRenamed(subject, opened, index, entry);
    }
  });

  it.each(files)('adds to $name no key that only files of other languages have, until it has a text', ({ file }) => {
    const { codec, language } = file;
    const key = subject.templateKey;
    if (file.entries.some((entry) => entry.key === key)) return;
    const isOfSource = codec.multilingual || language === SOURCE_LANGUAGE;
    const added = (value: string | null): EntryToWrite => ({
      ...toEntry(codec, [{ key, value, source: 'A source' }], isOfSource ? { language: SOURCE_LANGUAGE } : file),
      addedAs: digestOf('A source'),
    });
    const marked = file.entries.map((entry) => ({ ...entry, addedAs: digestOf(sourceMessageOf(entry, codec)) }));
    expectSameBytes(file, [...marked, added(isOfSource ? 'A source' : null)]);
    const withText = [...file.entries, added('A text')];
    expectTexts(file, write(file, withText), withText);
  });

  it.each(files)('writes a changed description into $name', ({ file }) => {
    const { codec, language } = file;
    if (!codec.comments || !(codec.bilingual || codec.multilingual || language === SOURCE_LANGUAGE)) return;
    for (const [index, entry] of some(file.entries)) {
      if (textsOf(entry).length === 0) continue;
      const entries = file.entries.with(index, { ...entry, description: 'A new description' });
      const { bytes, warnings } = write(file, entries);
      if (warnings.some(({ code, key }) => code === 'description_dropped' && key === entry.key)) continue;
      const read = readBytes(codec, bytes, language).file.entries.find(({ key }) => key === entry.key);
      expect(read).toMatchObject({ key: entry.key, description: 'A new description' });
      expectLocal(file, bytes, linesOf(entry));
    }
  });

  it.each(files)(
    'keeps in $name the descriptions and sources that the project had otherwise at its import',
    ({ file }) => {
      const { codec } = file;
      const entries = file.entries.map((entry): EntryToWrite => {
        const source = codec.bilingual && entry.source !== undefined ? 'Another source' : entry.source;
        return { ...entry, source, ...(codec.comments && { description: 'Another description' }) };
      });
      const differences = {
        descriptions: entries.map(({ key, description }) => [key, digestOf(description)] as const),
        sources: entries.map(({ key, source }) => [key, typeof source === 'string' ? digestOf(source) : 0] as const),
      };
      expectSameBytes({ ...file, differences }, entries);
    },
  );

  it.each(files)('keeps in $name, as a file of another language than the source, its comments', ({ file }) => {
    const { codec } = file;
    if (!codec.comments || codec.bilingual || codec.multilingual) return;
    const other = open({ ...subject, language: 'de' }, file.bytes);
    if (!other || other.language === SOURCE_LANGUAGE) return;
    expectSameBytes(
      other,
      other.entries.map((entry) => ({ ...entry, description: 'Another description' })),
    );
    expectSameBytes(
      other,
      other.entries.map(({ description: _description, ...entry }) => entry),
    );
  });

  it.each(files)('has the wanted texts after any edits of $name', ({ file }) => {
    const change = fc.record({
      index: fc.nat(),
      text: anyText.filter(subject.carriesText).map((text) => text.slice(0, 200)),
      isRemoved: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let entries = file.entries;
        for (const { index, text, isRemoved } of changes) {
          const place = index % Math.max(1, entries.length);
          const entry = entries[place];
          const edited = entry && edit(subject, entry, () => text);
          if (isRemoved) entries = entries.toSpliced(place, 1);
          else if (edited) entries = entries.with(place, edited);
        }
        const written = orFormatError(() => write(file, entries));
        if (!written) return;
        if (expectTexts(file, written, entries)) expectSameBytes({ ...file, bytes: written.bytes }, entries);
      }),
      { numRuns: samples(30) },
    );
  });

  it.each(files)(
    'writes several files alike with one reading of $name in advance and with one reading for each',
    ({ file }) => {
      const change = fc.record({ index: fc.nat(), text: fc.constantFrom('An edit', undefined), isAdded: fc.boolean() });
      const writeOrRefusal = (entries: readonly EntryToWrite[], isForeign: boolean, cache?: TemplateCache): unknown => {
        const written = orFormatError(() => tryWrite(file, entries, isForeign, cache));
        return written && { ...written, bytes: Buffer.from(written.bytes).toString('latin1') };
      };
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.array(change, { maxLength: 3 }), fc.boolean()), { maxLength: 4 }),
          (writings) => {
            const cache = new TemplateCache();
            for (const [changes, isForeign] of writings) {
              let entries = file.entries;
              for (const { index, text, isAdded } of changes) {
                const place = index % Math.max(1, entries.length);
                const entry = entries[place];
                const edited = text !== undefined && entry ? edit(subject, entry, () => text) : undefined;
                if (edited) entries = entries.with(place, edited);
                else if (text === undefined) entries = entries.toSpliced(place, 1);
                const key = subject.templateKey;
                if (!isAdded || entries.some((other) => other.key === key)) continue;
                entries = [
                  ...entries,
                  toEntry(file.codec, [{ key, value: 'An added text', source: 'A source' }], file),
                ];
              }
              expect(writeOrRefusal(entries, isForeign, cache)).toEqual(writeOrRefusal(entries, isForeign));
            }
          },
        ),
        { numRuns: samples(20) },
      );
    },
  );

  it.each([
    ['ISO-8859-1', 'Größe', 'ISO-8859-1'],
    ['ISO-8859-1', 'Größe für 5 €', 'UTF-8'],
    ['ISO-8859-1', 'Ã¼', 'UTF-8'],
    ['US-ASCII', 'Größe', 'UTF-8'],
    ['UTF-16', 'Größe', 'UTF-8'],
    ['windows-1251', 'размер', 'windows-1251'],
    ['windows-1251', 'Größe', 'UTF-8'],
    ['klingon', 'Größe', 'UTF-8'],
  ])('writes an ASCII file that declares %s with %j in the charset that it declares', (charset, text, expected) => {
    const { codec, language, templateKey: key } = subject;
    if (codec.isZip) return;
    const sample = writeSamples(codec, [{ key, value: 'Size', source: 'Size' }], language);
    const declaration = /(charset=|<\?xml [^>]*encoding=")UTF-8/i;
    const source = Buffer.from(sample.bytes).toString('latin1').replace(declaration, `$1${charset}`);
    const file = open(subject, Buffer.from(source));
    const [entry] = file?.entries ?? [];
    if (!file || !entry || !source.includes(charset)) return;
    expectSameBytes(file, file.entries);
    const edited = edit(subject, entry, () => text);
    const { bytes, warnings } = write(file, edited ? [edited] : []);
    const declared = source.replace(charset, expected);
    expect({ warnings, text: decodeStrictly(bytes, expected).replace(text, 'Size') }).toEqual({
      warnings: [],
      text: declared,
    });
    expectTexts(file, { bytes, warnings }, edited ? [edited] : []);
  });

  it.each(['', ' '])('keeps an entry with the name %j, which no key can have', (name) => {
    const { codec, language } = subject;
    const samples = [
      { key: name, value: 'No name', source: 'No name' },
      { key: subject.templateKey, value: 'A name', source: 'A name' },
    ];
    const written = orFormatError(() => writeSamples(codec, samples, language));
    const file = written && open(subject, written.bytes);
    const [entry] = file?.entries ?? [];
    if (!file || !entry || file.entries.length > 1 || !readsName(file, name)) return;
    expectSameBytes(file, file.entries);
    const edited = edit(subject, entry, (text) => `${text} edited`);
    if (!edited) throw new Error('the entry has a text');
    for (const entries of [[edited], []]) {
      expect(readsName({ ...file, bytes: write(file, entries).bytes }, name)).toBe(true);
    }
  });

  it.each(files)('writes another language in the layout of $name', ({ file }) => {
    const language = file.language === 'fr' ? 'it' : 'fr';
    if (subject.codec.multilingual) return;
    const entries = file.entries.filter((_entry, index) => index % 3 !== 0);
    const written = orFormatError(() => write({ ...file, language }, entries, true));
    if (!written) return;
    const read = readBytes(file.codec, written.bytes, language);
    expect(canonicalLanguage(read.file.language ?? language) ?? language).toBe(language);
    expectTexts({ ...file, language }, written, entries);
  });
}

function expectRenamed(subject: Subject, file: OpenFile, index: number, entry: EntryToWrite): void {
  const key = renamedKey(entry.key, subject);
  if (key === undefined || file.entries.some((other) => other.key === key || hasAttribute(entry, other))) return;
  const entries = file.entries.with(index, { ...entry, key, earlierKeys: [entry.key] });
  // Without its value, a term of Fluent cannot be written in any layout.
  const written = orFormatError(() => write(file, entries));
  if (!written) return;
  expectTexts(file, written, entries);
  expectSameLines(file, written.bytes, entry, key);
}

/** Returns another key that stands beside a key in nested files; undefined for items of lists. */
function renamedKey(key: string, { templateKey, carriesKey }: Subject): string | undefined {
  if (/[\]@#/]/.test(key) || key.includes('\u0004')) return undefined;
  const renamed = key.slice(0, key.lastIndexOf('.') + 1) + templateKey;
  return carriesKey(renamed) ? renamed : undefined;
}

/** Whether another entry is an attribute of a message of Fluent, whose name is a part of the other key. */
const hasAttribute = ({ key, value }: EntryToWrite, other: EntryToWrite): boolean =>
  value !== undefined && other.key.startsWith(`${key}.`);

/**
 * Expects that only lines with the name differ, and that a file whose names are its source texts gets the source text.
 */
function expectSameLines({ codec, bytes }: OpenFile, written: Uint8Array, entry: EntryToWrite, renamed: string): void {
  if (codec.isZip) return;
  const decode = (file: Uint8Array): string =>
    orFormatError(() => decodeWithEncoding(file).text) ?? Buffer.from(file).toString('latin1');
  const linesIn = (file: Uint8Array): string[] =>
    decode(file)
      .split(/\r\n|\n|\r/)
      .filter((line) => !/^#\. Source text(?: \(|:)/.test(line));
  const name = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
  const [old, lines] = [linesIn(bytes), linesIn(written)];
  const isNameSource = codec.id === 'xcstrings' && entry.value === entry.key;
  if (isNameSource || !old.some((line) => line.includes(name(entry.key)))) return;
  const differing = lines.filter((line, place) => line !== old[place]);
  expect([lines.length, differing.filter((line) => !line.includes(name(renamed)))]).toEqual([old.length, []]);
}

/** Whether a file has an entry of this name with a text. */
const readsName = ({ codec, bytes, language }: OpenFile, name: string): boolean =>
  readBytes(codec, bytes, language).file.entries.some(({ key, value }) => key === name && value === 'No name');

/** Decodes as programs do that read ISO 8859-1 as the standard says. */
const decodeStrictly = (bytes: Uint8Array, charset: string): string =>
  charset === 'ISO-8859-1'
    ? Buffer.from(bytes).toString('latin1')
    : new TextDecoder(charset, { fatal: true }).decode(bytes);

/** Returns the source text of an entry, as far as its file has it. */
function sourceMessageOf(
  { value, values, source }: EntryToWrite,
  { bilingual, multilingual }: FormatCodec,
): string | undefined {
  const text = multilingual ? values?.get(SOURCE_LANGUAGE) : bilingual ? source : value;
  return typeof text === 'object' ? text.message : text;
}

/** An import skips empty texts of a target language. */
function withoutEmptyTexts(entry: EntryToWrite): EntryToWrite {
  const values = entry.values && new Map([...entry.values].filter(([, text]) => text !== ''));
  return { ...entry, values, value: entry.value === '' ? undefined : entry.value };
}

/** Returns the same file in other encodings, with other line ends and without its last one. */
function variantsOf(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes).toString('utf8');
  if (!Buffer.from(text).equals(bytes)) return [];
  const body = text.replace(/^\ufeff/, '');
  const crlf = body.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
  return [
    Buffer.from(crlf),
    Buffer.from(`\ufeff${body}`),
    Buffer.from(body.trimEnd()),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')]),
  ];
}

/** Returns the languages of a file of several languages. */
const languagesOf = ({ language, entries }: OpenFile): string[] => [
  ...new Set([SOURCE_LANGUAGE, language, ...entries.flatMap(({ values }) => [...(values?.keys() ?? [])])]),
];

/** Returns how a merge reads a file. */
function mergeContext(file: OpenFile): TemplateContext {
  const { multilingual } = file.codec;
  return {
    language: multilingual ? SOURCE_LANGUAGE : file.language,
    languages: multilingual ? languagesOf(file) : [file.language],
    sourceLanguage: SOURCE_LANGUAGE,
    projectName: '',
    template: { isForeign: false, hasSource: false },
    isPlural: () => true,
  };
}

/** Returns a file with some of its lines in other places, or without them. */
function withMovedLines(
  lines: readonly Line[],
  changes: readonly { from: number; count: number; to: number | null }[],
): Uint8Array {
  const changed = lines.map(({ content }) => content);
  for (const { from, count, to } of changes) {
    const moved = changed.splice(from % (changed.length + 1), count);
    if (to !== null) changed.splice(to % (changed.length + 1), 0, ...moved);
  }
  return Buffer.from(changed.join('\n'));
}

const anyBudget = (): EditBudget => ({ edits: 1_000 });

const idOf = ({ id }: Line): string => id;

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return false;
  }
}

/** A merge gives all lines of a file one end. */
const textLinesIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
