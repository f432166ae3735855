import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';

/** A parsed file with its warnings. */
export interface Parsed extends ParsedFile {
  warnings: Warning[];
}

/** Parses a file for a spec. */
export function parsed(codec: FormatCodec, bytes: string | Uint8Array, context: Partial<ParseContext> = {}): Parsed {
  const warnings: Warning[] = [];
  const file = codec.parse(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, {
    projectLanguages: ['en'],
    sourceLanguage: 'en',
    warn: (warning) => warnings.push(warning),
    ...context,
  });
  return { ...file, warnings };
}

/** Writes a file for a spec and returns it as text, with its warnings. The entries are sorted. */
export function written(codec: FormatCodec, entries: readonly EntryToWrite[], file: Partial<FileToWrite> = {}) {
  const warnings: Warning[] = [];
  const language = file.language ?? 'en';
  const chunks = codec.serialize({
    language,
    languages: [language],
    sourceLanguage: 'en',
    projectName: 'p',
    entries: [...entries].sort((a, b) => compareCodePoints(a.key, b.key)),
    warn: (warning) => warnings.push(warning),
    ...file,
  });
  const text = Buffer.concat([...chunks].map((chunk) => Buffer.from(chunk))).toString('utf8');
  return { text, warnings };
}

/** Returns the entries of a parsed file of one language as entries to write. */
export const entriesOf = (file: ParsedFile): EntryToWrite[] =>
  file.entries.map(({ key, value, description, keyMeta, meta, path }) => ({
    key,
    value: value ?? undefined,
    description,
    keyMeta,
    meta,
    ...(path && { path }),
  }));
