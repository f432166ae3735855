import type { FormatCodec, TemplateFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import type { Warning } from '../model/warnings';
import { writeFile } from '../template/write-file';

interface Options extends Partial<TemplateFile> {
  language?: string;
  /** Default: true. */
  omitsMissing?: boolean;
}

/** Functions of the specs that write bilingual files in the layout of another one. */
export function bilingualTemplates(codec: FormatCodec) {
  /** The warnings of the current test. */
  const warnings: Warning[] = [];
  beforeEach(() => warnings.splice(0));

  const write = (
    file: string,
    entries: readonly EntryToWrite[],
    { language = 'de', omitsMissing = true, ...template }: Options = {},
  ): string => {
    const chunks = writeFile(codec, {
      language,
      languages: [language],
      sourceLanguage: 'en',
      projectName: 'Shop',
      entries,
      template: { bytes: Buffer.from(file), isForeign: false, ...template },
      omitsMissing,
      warn: (warning) => warnings.push(warning),
    });
    return Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString();
  };
  /** Writes the entries of a file with changes; null removes a key. */
  const edited = (
    file: string,
    changes: Record<string, Partial<EntryToWrite> | null>,
    options: Options = {},
  ): string => {
    const { language = 'de' } = options;
    const context = { language, projectLanguages: ['en', language], sourceLanguage: 'en', warn: () => undefined };
    const entries = new Map(
      codec.parse(Buffer.from(file), context).entries.map((entry) => [entry.key, toWrite(entry)]),
    );
    for (const [key, change] of Object.entries(changes)) {
      if (change) entries.set(key, { key, ...entries.get(key), ...change });
      else entries.delete(key);
    }
    return write(file, [...entries.values()], options);
  };
  return { warnings, write, edited };
}

const toWrite = ({ value, source, ...entry }: ParsedEntry): EntryToWrite => ({
  ...entry,
  value: value ?? undefined,
  source: source ?? undefined,
});
