import type { FileFacts, FormatCodec } from '../model/codec';
import type { ParsedEntry } from '../model/entry';

/**
 * Reads the entries of a file's template once more, as an import does.
 *
 * @throws FormatError
 */
export function readTemplateEntries(
  codec: FormatCodec,
  { language, languages, sourceLanguage, template }: FileFacts,
): ParsedEntry[] {
  const { keySeparator, columns, bytes = new Uint8Array() } = template ?? {};
  const context = { language, sourceLanguage, keySeparator, columns };
  return codec.parse(bytes, { ...context, projectLanguages: languages, warn: () => undefined }).entries;
}
