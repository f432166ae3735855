import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';

export interface Parsed extends ParsedFile {
  warnings: Warning[];
}

/** What a codec reads, with its warnings, for specs. */
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

/** What a codec writes, with its warnings; the entries are put in order. */
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

/** The entries of a file of one language, as they are given back to the same codec. */
export const entriesOf = (file: ParsedFile): EntryToWrite[] =>
  file.entries.map(({ key, value, description, keyMeta, meta }) => ({
    key,
    value: value ?? undefined,
    description,
    keyMeta,
    meta,
  }));
