import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed, type Parsed } from '../contract/file-exchange.contract';
import type { FileToWrite, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import { poCodec } from './po-codec';

/** Helpers of the PO specs. */

export const FIXTURES = join(__dirname, 'fixtures');

export const parse = (source: Uint8Array | string, context: Partial<ParseContext> = {}): Parsed =>
  parsed(poCodec, source, context);

export const fixture = (name: string, context?: Partial<ParseContext>): Parsed =>
  parse(readFileSync(join(FIXTURES, `${name}.po`)), context);

/** Writes entries in the given order, in German by default. */
export function write(entries: EntryToWrite[], file: Partial<FileToWrite> = {}, codec = poCodec): string {
  const language = file.language ?? 'de';
  const base = { language, languages: [language], sourceLanguage: 'en', projectName: 'Demo', warn: () => undefined };
  return [...codec.serialize({ ...base, entries, ...file })].join('');
}

export const values = (file: ParsedFile): unknown[] => file.entries.map(({ key, value }) => [key, value]);

export const plural = (forms: Partial<Record<PluralCategory, string>>, arg = 'count'): Plural => ({
  type: 'cardinal',
  arg,
  exact: new Map(),
  forms: new Map(PLURAL_CATEGORIES.flatMap((name) => (forms[name] === undefined ? [] : [[name, forms[name]]]))),
});
