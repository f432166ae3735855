import { isDeepStrictEqual } from 'node:util';
import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite, ParsedEntry, Value } from '../model/entry';
import { isNameless } from '../model/nameless';
import type { Warning } from '../model/warnings';
import type { TemplateCache } from '../template/template-cache';
import type { TemplateDifferences } from '../template/template-differences';
import { FileWriter, TEMPLATE_MISFIT } from '../template/write-file';
import { fromMessage, toMessage, toWrittenText, toWrittenValue } from '../text/messages/convert-message';
import { orFormatError, type Subject } from './expectations.contract';
import { comparable, concatChunks, readBytes, SOURCE_LANGUAGE, type Written } from './round-trip.contract';

/** The texts that are edited in each file. */
const MAX_EDITS = 12;
const conversion = { warn: () => undefined };

/** A file with what an import reads from it. */
export interface OpenFile {
  codec: FormatCodec;
  bytes: Uint8Array;
  language: string;
  /** In code point order of the keys. */
  entries: readonly EntryToWrite[];
  head: Pick<FileToWrite, 'meta'>;
  losslessWarnings: readonly string[];
  differences?: TemplateDifferences;
}

/** Returns undefined for a file that an import refuses, and for one that holds a text twice. */
export function open(subject: Subject, bytes: Uint8Array): OpenFile | undefined {
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
export function toEntry(
  codec: FormatCodec,
  parsed: readonly ParsedEntry[],
  { language }: { language: string },
): EntryToWrite {
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
    const tag = canonicalLanguage(named) ?? named;
    if (text !== undefined) values.set(tag, text);
    if (own) metas.set(tag, own);
  }
  return { ...entry, values, metas, value: values.get(SOURCE_LANGUAGE) };
}

export function write(file: OpenFile, entries: readonly EntryToWrite[], isForeign = false): Written {
  const written = tryWrite(file, entries, isForeign);
  expect(written.warnings.map(({ code }) => code)).not.toContain(TEMPLATE_MISFIT);
  return written;
}

export function tryWrite(
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

export function expectSameBytes(file: OpenFile, entries: readonly EntryToWrite[]): void {
  const { bytes } = write(file, entries);
  if (Buffer.from(bytes).equals(file.bytes)) return;
  expect(Buffer.from(bytes).toString('utf8')).toBe(Buffer.from(file.bytes).toString('utf8'));
  expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(file.bytes).toString('hex'));
}

/**
 * Expects that an import of the file finds the texts of the entries, and no others; of entries with warnings it may
 * find others.
 *
 * @returns whether there were no such warnings
 */
export function expectTexts(file: OpenFile, written: Written, entries: readonly EntryToWrite[]): boolean {
  const { codec, language, losslessWarnings } = file;
  const plurals = new Set(entries.flatMap(({ key, value }) => (typeof value === 'object' ? key : [])));
  const read = readBytes(codec, written.bytes, language, { isPlural: (key) => plurals.has(key) });
  const named = read.file.entries.filter(({ key }) => !isNameless(key));
  const found = [...byKeys(named).values()].map((parsed) => toEntry(codec, parsed, { language }));
  const losses = [...written.warnings, ...read.warnings].filter(({ code }) => !losslessWarnings.includes(code));
  const warned = new Set(losses.map(({ key }) => key));
  const kept = entries.filter(({ key }) => !warned.has(key));
  const keys = new Set(kept.map(({ key }) => key));
  expect(view(codec, losses.length === 0 ? found : found.filter(({ key }) => keys.has(key)))).toEqual(
    view(
      codec,
      kept.map((entry) => inSyntax(file, entry, found)),
    ),
  );
  return losses.length === 0;
}

/** Returns an entry with its texts in the file, if the codec writes those texts for the entry. */
function inSyntax({ codec, language }: OpenFile, entry: EntryToWrite, found: readonly EntryToWrite[]): EntryToWrite {
  const own = found.find(({ key }) => key === entry.key);
  const inFile = (value: EntryToWrite['value'], text: EntryToWrite['value']): EntryToWrite['value'] => {
    if (typeof value === 'string') {
      return codec.translate && text === toWrittenText(value, codec, language) ? text : value;
    }
    const written = value && toWrittenValue(value, codec);
    return isDeepStrictEqual(comparable(text), comparable(written)) ? text : value;
  };
  const values = Array.from(
    entry.values ?? [],
    ([tag, text]) => [tag, inFile(text, own?.values?.get(tag)) ?? text] as const,
  );
  return {
    ...entry,
    value: inFile(entry.value, own?.value),
    source: typeof entry.source === 'object' ? inFile(entry.source, own?.source) : entry.source,
    ...(entry.values && { values: new Map(values) }),
  };
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

/**
 * Expects that the files differ in some lines that follow each other, and in no more than an entry of its texts may
 * have.
 */
export function expectLocal({ codec, bytes: before }: OpenFile, after: Uint8Array, lines: number): void {
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

/**
 * Returns a bound of the lines that an entry takes: the lines of its texts, and some for tags, comments and attributes.
 */
export function linesOf({ value, source, values, description = '', meta }: EntryToWrite): number {
  const texts = [value, source, ...(values?.values() ?? []), description].flatMap((text) =>
    text === undefined ? [] : typeof text === 'string' ? [text] : [...text.forms.values(), ...text.exact.values()],
  );
  const stored = JSON.stringify(meta ?? null).length / 20;
  return texts.reduce((sum, text) => sum + 4 + text.split('\n').length + text.length / 30, 12 + stored);
}

export function edit(
  subject: Subject,
  entry: EntryToWrite,
  change: (text: string) => string,
): EntryToWrite | undefined {
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

export function textsOf({ value, values }: EntryToWrite): unknown[] {
  return [value, ...(values?.values() ?? [])].filter((text) => text !== undefined && text !== '');
}

export function some<T>(items: readonly T[]): [number, T][] {
  const step = Math.ceil(items.length / MAX_EDITS);
  return [...items.entries()].filter(([index]) => index % step === 0);
}
