import * as fc from 'fast-check';
import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite, ParsedEntry, Value } from '../model/entry';
import type { Warning } from '../model/warnings';
import { isNameless } from '../model/nameless';
import { TemplateCache } from '../template/template-cache';
import { digestOf, type TemplateDifferences } from '../template/template-differences';
import { FileWriter, TEMPLATE_MISFIT } from '../template/write-file';
import { fromMessage, toMessage } from '../text/messages/convert-message';
import {
  comparable,
  concatChunks,
  readBytes,
  SOURCE_LANGUAGE,
  type Written,
  type Fixture,
  writeSamples,
} from './round-trip.contract';
import { orFormatError, type Subject } from './expectations.contract';
import { anyText } from './samples.contract';

/** The texts that are edited in each file. */
const MAX_EDITS = 12;
const conversion = { warn: () => undefined };

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
      { numRuns: 30 },
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
        { numRuns: 20 },
      );
    },
  );

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

/** A file with what an import reads from it. */
interface OpenFile {
  codec: FormatCodec;
  bytes: Uint8Array;
  language: string;
  /** In code point order of the keys. */
  entries: readonly EntryToWrite[];
  head: Pick<FileToWrite, 'meta'>;
  losslessWarnings: readonly string[];
  differences?: TemplateDifferences;
}

/** Whether a file has an entry of this name with a text. */
const readsName = ({ codec, bytes, language }: OpenFile, name: string): boolean =>
  readBytes(codec, bytes, language).file.entries.some(({ key, value }) => key === name && value === 'No name');

/** Returns undefined for a file that an import refuses, and for one that holds a text twice. */
function open(subject: Subject, bytes: Uint8Array): OpenFile | undefined {
  const { codec, losslessWarnings } = subject;
  const read = orFormatError(() => readBytes(codec, bytes, subject.language));
  if (!read) return undefined;
  const language = canonicalLanguage(read.file.language ?? '') ?? languageOf(subject, read.file.entries);
  // Plural forms depend on the language that the file names.
  const { entries, meta } = readBytes(codec, bytes, language).file;
  const ids = new Set(entries.map((entry) => `${entry.language ?? ''}\0${entry.key}`));
  if (ids.size < entries.length) return undefined;
  const file = { codec, bytes, language, head: { meta }, losslessWarnings };
  const byKey = byKeys(entries);
  const sorted = [...byKey.keys()]
    .filter((key) => !isNameless(key))
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return { ...file, entries: sorted.map((key) => toEntry(codec, byKey.get(key) ?? [], { language })) };
}

/** Returns the language of the texts; in a file of all languages, one that it has. */
function languageOf({ codec, language }: Subject, entries: readonly ParsedEntry[]): string {
  const languages = new Set(codec.multilingual ? entries.flatMap((entry) => entry.language ?? []) : []);
  const [first = language] = languages;
  return languages.has(language) ? language : first;
}

function byKeys(entries: readonly ParsedEntry[]): Map<string, ParsedEntry[]> {
  const found = new Map<string, ParsedEntry[]>();
  for (const entry of entries) found.set(entry.key, [...(found.get(entry.key) ?? []), entry]);
  return found;
}

/** Returns the entry that an export has after an import of the entries of one key. */
function toEntry(codec: FormatCodec, parsed: readonly ParsedEntry[], { language }: { language: string }): EntryToWrite {
  const [first] = parsed;
  if (!first) throw new Error('a key has an entry at least');
  const stored = (value: Value | undefined): EntryToWrite['value'] => {
    const message = toMessage(value ?? null, conversion) ?? undefined;
    return message === undefined ? undefined : fromMessage(message, codec, conversion);
  };
  const { key, description, keyMeta, meta } = first;
  const entry: EntryToWrite = { key, description, keyMeta };
  if (!codec.multilingual) {
    return { ...entry, meta, value: stored(first.value), source: codec.bilingual ? stored(first.source) : undefined };
  }
  const values = new Map<string, NonNullable<EntryToWrite['value']>>();
  const metas = new Map<string, NonNullable<EntryToWrite['meta']>>();
  for (const { language: named = language, value, meta: own } of parsed) {
    const text = stored(value);
    if (text !== undefined) values.set(named, text);
    if (own) metas.set(named, own);
  }
  return { ...entry, values, metas, value: values.get(SOURCE_LANGUAGE) };
}

function write(file: OpenFile, entries: readonly EntryToWrite[], isForeign = false): Written {
  const written = tryWrite(file, entries, isForeign);
  expect(written.warnings.map(({ code }) => code)).not.toContain(TEMPLATE_MISFIT);
  return written;
}

function tryWrite(
  file: OpenFile,
  entries: readonly EntryToWrite[],
  isForeign: boolean,
  cache?: TemplateCache,
): Written {
  const { codec, bytes, language, head, differences } = file;
  const warnings: Warning[] = [];
  const languages = codec.multilingual
    ? [...new Set([SOURCE_LANGUAGE, language, ...file.entries.flatMap(({ values }) => [...(values?.keys() ?? [])])])]
    : [language];
  const written: FileToWrite = {
    ...head,
    language: codec.multilingual ? SOURCE_LANGUAGE : language,
    languages,
    sourceLanguage: SOURCE_LANGUAGE,
    projectName: 'Contract',
    entries,
    template: { bytes, isForeign, differences },
    omitsMissing: true,
    warn: (warning) => warnings.push(warning),
  };
  const writer = new FileWriter(codec, written, cache);
  if (cache) writer.prepare();
  writer.add(entries);
  return { bytes: concatChunks(writer.write()), warnings };
}

function expectSameBytes(file: OpenFile, entries: readonly EntryToWrite[]): void {
  const { bytes } = write(file, entries);
  if (Buffer.from(bytes).equals(file.bytes)) return;
  expect(Buffer.from(bytes).toString('utf8')).toBe(Buffer.from(file.bytes).toString('utf8'));
  expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(file.bytes).toString('hex'));
}

/**
 * Expects that an import of the file finds the texts of the entries, and no others; of entries with warnings it may find
 * others.
 *
 * @returns whether there were no such warnings
 */
function expectTexts(file: OpenFile, written: Written, entries: readonly EntryToWrite[]): boolean {
  const { codec, language, losslessWarnings } = file;
  const plurals = new Set(entries.flatMap(({ key, value }) => (typeof value === 'object' ? key : [])));
  const read = readBytes(codec, written.bytes, language, { isPlural: (key) => plurals.has(key) });
  const found = [...byKeys(read.file.entries).values()].map((parsed) => toEntry(codec, parsed, { language }));
  const losses = [...written.warnings, ...read.warnings].filter(({ code }) => !losslessWarnings.includes(code));
  const warned = new Set(losses.map(({ key }) => key));
  const kept = entries.filter(({ key }) => !warned.has(key));
  const keys = new Set(kept.map(({ key }) => key));
  expect(view(codec, losses.length === 0 ? found : found.filter(({ key }) => keys.has(key)))).toEqual(
    view(codec, kept),
  );
  return losses.length === 0;
}

const view = (codec: FormatCodec, entries: readonly EntryToWrite[]): Map<string, unknown> =>
  new Map(
    entries
      .filter((entry) => codec.bilingual || textsOf(entry).length > 0)
      .sort(({ key: one }, { key: other }) => (one < other ? -1 : 1))
      .map(({ key, value, source, values }) => [
        key,
        values
          ? [...values].filter(([, text]) => text !== '').map(([language, text]) => [language, comparable(text)])
          : [comparable(value), comparable(source)],
      ]),
  );

/** Expects that the files differ in some lines that follow each other, and in no more than an entry of its texts may have. */
function expectLocal({ codec, bytes: before }: OpenFile, after: Uint8Array, lines: number): void {
  if (codec.isZip) return;
  const [old, changed] = [linesIn(before), linesIn(after)];
  let start = 0;
  while (start < old.length && old[start] === changed[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, changed.length) - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  const most = Math.max(old.length, changed.length) - start - end;
  if (most > lines) expect(changed.slice(start, changed.length - end)).toEqual(old.slice(start, old.length - end));
}

const linesIn = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n|\r|\n/);

/** Returns a bound of the lines that an entry takes: the lines of its texts, and some for tags, comments and attributes. */
function linesOf({ value, source, values, description = '', meta }: EntryToWrite): number {
  const texts = [value, source, ...(values?.values() ?? []), description].flatMap((text) =>
    text === undefined ? [] : typeof text === 'string' ? [text] : [...text.forms.values(), ...text.exact.values()],
  );
  const stored = JSON.stringify(meta ?? null).length / 20;
  return texts.reduce((sum, text) => sum + 4 + text.split('\n').length + text.length / 30, 12 + stored);
}

function edit(subject: Subject, entry: EntryToWrite, change: (text: string) => string): EntryToWrite | undefined {
  const { codec, carriesText } = subject;
  const changed = (value: EntryToWrite['value']): EntryToWrite['value'] => {
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return fromMessage(change(value), codec, conversion);
    const forms = new Map(Array.from(value.forms, ([category, text]) => [category, change(text)]));
    const exact = new Map(Array.from(value.exact, ([number, text]) => [number, change(text)]));
    const message = toMessage({ ...value, forms, exact }, conversion) ?? '';
    return fromMessage(message, codec, conversion);
  };
  const values = entry.values && new Map(entry.values);
  const [last] = [...(values ?? [])].filter(([, text]) => text !== '').slice(-1);
  const value = changed(last?.[1] ?? entry.value);
  const texts = typeof value === 'string' ? [value] : [...(value?.forms.values() ?? [])];
  if (value === undefined || value === '' || !texts.every(carriesText)) return undefined;
  if (!last) return { ...entry, value };
  values?.set(last[0], value);
  return { ...entry, values, value: last[0] === SOURCE_LANGUAGE ? value : entry.value };
}

function textsOf({ value, values }: EntryToWrite): unknown[] {
  return [value, ...(values?.values() ?? [])].filter((text) => text !== undefined && text !== '');
}

/** An import skips empty texts of a target language. */
function withoutEmptyTexts(entry: EntryToWrite): EntryToWrite {
  const values = entry.values && new Map([...entry.values].filter(([, text]) => text !== ''));
  return { ...entry, values, value: entry.value === '' ? undefined : entry.value };
}

function some<T>(items: readonly T[]): [number, T][] {
  const step = Math.ceil(items.length / MAX_EDITS);
  return [...items.entries()].filter(([index]) => index % step === 0);
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
