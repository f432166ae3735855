import type { FileFacts, FormatCodec, TemplateFile, TemplateOptions } from '../model/codec';
import type { ParsedEntry } from '../model/entry';

/** The facts on which the reading of a file depends, with the file itself if it is a template. */
export type SettingsOfFile = Pick<FileFacts, 'language' | 'languages' | 'sourceLanguage'> & {
  template?: TemplateOptions & Partial<Pick<TemplateFile, 'bytes'>>;
};

/**
 * Reads the entries of a file's template once more, as an import does.
 *
 * @param bytes of another file with the same settings. Default: of the template
 * @param isPlural whether a name that can be a form of a plural is one
 * @throws FormatError
 */
export function readTemplateEntries(
  codec: FormatCodec,
  { language, languages, sourceLanguage, template }: SettingsOfFile,
  { bytes = template?.bytes ?? new Uint8Array(), isPlural }: { bytes?: Uint8Array; isPlural?: () => boolean } = {},
): ParsedEntry[] {
  const { keySeparator, columns } = template ?? {};
  const context = { language, sourceLanguage, keySeparator, columns, isPlural };
  return codec.parse(bytes, { ...context, projectLanguages: languages, warn: () => undefined }).entries;
}
