import type { FileToWrite, FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { writeFile } from '../template/write-file';
import { fromMessage } from '../text/messages/convert-message';
import { entriesOf, parsed } from './file-exchange.contract';

/** The texts of a file after an edit, as messages: a removed key is null, a key that the file lacks is added. */
export type Edits = Record<string, string | null | Partial<EntryToWrite>>;

/** Imports a file, edits it and returns its export in the layout of the file. */
export function editedFile(
  codec: FormatCodec,
  source: string,
  edits: Edits = {},
  options: Partial<FileToWrite> & { isForeign?: boolean } = {},
): { text: string; warnings: Warning[] } {
  const { isForeign = false, ...rest } = options;
  const entries = new Map(entriesOf(parsed(codec, source)).map((entry) => [entry.key, withMessage(entry, codec)]));
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === null) entries.delete(key);
    else entries.set(key, { key, ...entries.get(key), ...toPart(edit, codec) });
  }
  const warnings: Warning[] = [];
  const chunks = writeFile(codec, {
    ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'Edits' },
    entries: [...entries.values()],
    template: { bytes: Buffer.from(source), isForeign },
    omitsMissing: true,
    warn: (warning) => warnings.push(warning),
    ...rest,
  });
  return { text: Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString('utf8'), warnings };
}

const toPart = (edit: string | Partial<EntryToWrite>, codec: FormatCodec): Partial<EntryToWrite> =>
  typeof edit === 'string' ? { value: fromMessage(edit, codec, { warn: () => undefined }) } : edit;

/** A plain text that is a plural message is a plural in an export. */
const withMessage = (entry: EntryToWrite, codec: FormatCodec): EntryToWrite =>
  typeof entry.value === 'string' ? { ...entry, ...toPart(entry.value, codec) } : entry;
