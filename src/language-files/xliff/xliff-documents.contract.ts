import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import type { Warning } from '../model/warnings';

/** Functions of the XLIFF specs that read and write documents of one version. */
export function xliffDocuments(codec: FormatCodec, unit: 'trans-unit' | 'unit') {
  /** The warnings of the current test. */
  const warnings: Warning[] = [];
  beforeEach(() => warnings.splice(0));
  const fixtures = join(__dirname, 'fixtures', codec.id);
  const warn = (warning: Warning): unknown => warnings.push(warning);

  const parse = (bytes: string | Uint8Array, context: Partial<ParseContext> = {}): ParsedFile =>
    codec.parse(Buffer.from(bytes), { projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn, ...context });
  const read = (name: string, context?: Partial<ParseContext>): ParsedFile =>
    parse(readFileSync(join(fixtures, name)), context);
  const write = (entries: EntryToWrite[], file: Partial<FileToWrite> = {}): string => {
    const common = { language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'Shop', warn };
    return [...codec.serialize({ ...common, ...file, entries })].join('');
  };
  /** Imports and exports a fixture. */
  const rewrite = (name: string): string => {
    const file = read(name);
    return write(toWrite(file), { meta: file.meta });
  };
  /** Returns the XML of a unit. */
  const unitOf = (xml: string, id: string): string =>
    new RegExp(`<${unit}[^>]* id="${id}"[^]*?</${unit}>`).exec(xml)?.[0] ?? '';

  return { fixtures, warnings, parse, read, write, rewrite, unitOf };
}

export const toWrite = (file: ParsedFile): EntryToWrite[] =>
  file.entries.map(({ key, value, source, description, keyMeta, meta }) => ({
    key,
    value: value ?? undefined,
    source: source ?? undefined,
    description,
    keyMeta,
    meta,
  }));

export const entry = (file: ParsedFile, key: string): ParsedEntry | undefined =>
  file.entries.find((candidate) => candidate.key === key);
