/**
 * Reads and writes the language files of other tools. A pure library: it knows no framework, no database and no HTTP.
 * Other parts of the service import it through this file only.
 */
export { ArchiveError } from './archive/archive-error';
export { isArchive } from './archive/is-archive';
export { readArchive } from './archive/read-archive';
export { streamArchive } from './archive/write-archive';
export {
  type EntryToWrite,
  type FileToWrite,
  type FormatCodec,
  type Meta,
  type ParsedEntry,
  type ParsedFile,
  type Plural,
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralScope,
  type Value,
  type Warning,
} from './model/codec';
export { detectFormat } from './model/detect-format';
export {
  FormatError,
  MalformedFileError,
  PluralConflictError,
  UnknownEncodingError,
  UnwritableTextError,
} from './model/format-errors';
export { partsOfPath } from './model/path-language';
export { codecById, codecs } from './model/registry';
export { addWarning, MAX_WARNINGS, noWarnings, type Warnings } from './model/warnings';
export { PLACEHOLDER_STYLES, type PlaceholderStyle } from './text/placeholders/placeholder';
export { pluralCategories } from './text/plurals/categories';
export { printPluralMessage } from './text/plurals/icu-message';
export { icuMessage } from './text/plain-text';
export { type ReturnedText, returnedPlural, returnedText } from './text/messages/merge-message';
export { fromStoredText, type TextConversion, toStoredText } from './text/messages/convert-message';
