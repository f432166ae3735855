import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import type { Meta } from '../model/meta';
import type { Plural } from '../model/plural';
import type { Warning } from '../model/warnings';

/** A key with its text in one language, and in bilingual files also its source text. */
export interface Sample {
  key: string;
  value?: string | Plural;
  source?: string | Plural;
  description?: string;
  keyMeta?: Meta;
  meta?: Meta;
}

/** A file of a format. */
export interface Fixture {
  name: string;
  bytes: Uint8Array;
}

export interface Written {
  bytes: Uint8Array;
  warnings: Warning[];
}

export interface Read {
  file: ParsedFile;
  warnings: Warning[];
}

export const SOURCE_LANGUAGE = 'en';

/** Writes samples as a file. */
export function writeSamples(
  codec: FormatCodec,
  samples: readonly Sample[],
  language: string,
  options: Partial<Pick<FileToWrite, 'meta' | 'leavesOutUnwritable' | 'sourceLanguage'>> = {},
): Written {
  const warnings: Warning[] = [];
  const counted = new CountedEntries(
    [...samples].sort((a, b) => compareCodePoints(a.key, b.key)).map((sample) => toEntry(codec, sample, language)),
  );
  const file: FileToWrite = {
    language: codec.multilingual ? SOURCE_LANGUAGE : language,
    languages: codec.multilingual ? [...new Set([SOURCE_LANGUAGE, language])] : [language],
    sourceLanguage: SOURCE_LANGUAGE,
    projectName: 'Contract',
    entries: counted,
    ...options,
    warn: (warning) => warnings.push(warning),
  };
  const chunks = codec.serialize(file);
  return { bytes: concatChunks(codec.streams ? counted.checked(chunks) : chunks), warnings };
}

/** The entries of a file, with a count of those that the codec takes between two chunks. */
class CountedEntries implements Iterable<EntryToWrite> {
  private taken = 0;

  constructor(private readonly entries: readonly EntryToWrite[]) {}

  *[Symbol.iterator](): Generator<EntryToWrite> {
    for (const entry of this.entries) {
      this.taken++;
      yield entry;
    }
    // The request that finds no further entry counts too.
    this.taken++;
  }

  /** Fails when a codec takes more than two entries between two chunks: the database may not have returned more yet. */
  *checked(chunks: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
    for (const chunk of chunks) {
      if (this.taken > 2) throw new Error(`a codec that streams took ${this.taken} entries before it yielded`);
      this.taken = 0;
      yield chunk;
    }
  }
}

function toEntry(codec: FormatCodec, { key, value, source, ...rest }: Sample, language: string): EntryToWrite {
  if (!codec.multilingual) return { key, value, source: codec.bilingual ? source : undefined, ...rest };
  const values = new Map<string, string | Plural>();
  if (source !== undefined && language !== SOURCE_LANGUAGE) values.set(SOURCE_LANGUAGE, source);
  if (value !== undefined) values.set(language, value);
  const metas = rest.meta === undefined ? undefined : new Map([[language, rest.meta]]);
  return { key, value: values.get(SOURCE_LANGUAGE), source, values, metas, ...rest };
}

export function concatChunks(chunks: Iterable<string | Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const chunk of chunks) parts.push(typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk);
  return Buffer.concat(parts);
}

/** Reads a file. */
export function readBytes(
  codec: FormatCodec,
  bytes: Uint8Array,
  language: string,
  context: Pick<ParseContext, 'isPlural'> = {},
): Read {
  const warnings: Warning[] = [];
  const file = codec.parse(bytes, {
    ...context,
    language,
    projectLanguages: [...new Set([SOURCE_LANGUAGE, language])],
    sourceLanguage: SOURCE_LANGUAGE,
    warn: (warning) => warnings.push(warning),
  });
  return { file, warnings };
}

/** Returns what was read as it would be written again: the first of duplicates, and no text for null. */
export function toSamples(codec: FormatCodec, file: ParsedFile, language: string): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { key, value, source, language: named, ...rest } of file.entries) {
    const sample = samples.get(key) ?? { key };
    samples.set(key, sample);
    const isSource = codec.multilingual && named === SOURCE_LANGUAGE && language !== SOURCE_LANGUAGE;
    if (isSource) sample.source ??= value ?? undefined;
    else sample.value ??= value ?? undefined;
    sample.source ??= source ?? undefined;
    sample.description ??= rest.description;
    sample.keyMeta ??= rest.keyMeta;
    if (!isSource) sample.meta ??= rest.meta;
  }
  return [...samples.values()];
}

/** Converts a value for comparison. A missing text, an empty text and null are equal. */
export function comparable(value: Value | undefined): unknown {
  if (typeof value === 'string' || value === null || value === undefined) return value ?? '';
  return {
    type: value.type,
    arg: value.arg,
    exact: Object.fromEntries(value.exact),
    forms: Object.fromEntries([...value.forms].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
