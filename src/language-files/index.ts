/**
 * Reads and writes the language files of other tools. A pure library: it knows no framework, no database and no HTTP.
 * Other parts of the service import it through this file only.
 */
export { ArchiveError } from './archive/archive-error';
export { isArchive } from './archive/is-archive';
export { readArchive } from './archive/read-archive';
export { streamArchive } from './archive/write-archive';
export type { FileToWrite, FormatCodec, ParsedFile } from './model/codec';
export type { EntryToWrite, ParsedEntry, Value } from './model/entry';
export type { Meta } from './model/meta';
export { type Plural, PLURAL_CATEGORIES, type PluralCategory, type PluralScope } from './model/plural';
export { detectFormat } from './model/detect-format';
export {
  FormatError,
  MalformedFileError,
  PluralConflictError,
  UnknownEncodingError,
  UnwritableTextError,
} from './model/format-errors';
export { parseFilePath } from './model/path-language';
export { codecById, codecs } from './model/registry';
export { addWarning, MAX_WARNINGS, createWarnings, type Warnings, type Warning } from './model/warnings';
export { PLACEHOLDER_STYLES, type PlaceholderStyle } from './text/placeholders/placeholder';
export { pluralCategories } from './text/plurals/categories';
export { printPluralMessage, toIcuMessage } from './text/plurals/icu-message';
export { type MergedText, mergePlural, mergeText } from './text/messages/merge-message';
export { fromMessage, type MessageConversion, toMessage } from './text/messages/convert-message';
