/**
 * Reads and writes language files. The library is independent of frameworks, databases and HTTP; the rest of the
 * service imports it only through this file.
 *
 * - `detectFormat`, `codecById` and `codecs` find the codec of a file; `parseFilePath` reads language and namespace
 *   from its path.
 * - A codec's `parse` returns `ParsedEntry` objects; `toMessage` converts their values to the messages that a project
 *   stores.
 * - `fromMessage` converts messages to the values of `EntryToWrite` objects; a codec's `serialize` writes them.
 * - `parseMessageTree` parses a message with its choices; `messages.ts` exports it and others for browsers.
 * - `mergePlural` and `mergeText` compare an imported text with the project's message.
 * - `readArchive` and `streamArchive` read and write zip archives; `FileLayoutBuilder` collects the paths of one that
 *   is read, and `ZipPaths` returns the paths of a zip that is written.
 */
export { escapeFormulas, warnOfFormulas } from './csv/formula-cells';
export { readCsv } from './csv/csv-reader';
export { findColumnIssue } from './csv/named-columns';
export { toFlutterName } from './arb/flutter-name';
export { ArchivePaths } from './layout/archive-paths';
export {
  addToLayout,
  type LayoutFile,
  extendLayout,
  type FileLayout,
  FileLayoutBuilder,
  layoutOfLanguages,
  mergeLayouts,
  missingLanguages,
  movedLanguages,
  replaceLayout,
} from './layout/file-layout';
export { FILE_LIST_PATH, type FileList, type ListedFile, parseFileList, renderFileList } from './layout/file-list';
export { ZipPaths } from './layout/zip-paths';
export { ArchiveError } from './archive/archive-error';
export { isArchive } from './archive/is-archive';
export { readArchive } from './archive/read-archive';
export { streamArchive } from './archive/write-archive';
export type {
  EntrySink,
  FileFacts,
  FileHead,
  FileToWrite,
  FormatCodec,
  ParseContext,
  TemplateContext,
  TemplateFile,
  TemplateOptions,
} from './model/codec';
export { TmxMemory } from './tmx/tmx-memory';
export { TemplateCache } from './template/template-cache';
export type { EditBudget } from './template/merge-lines';
export { type ChangedOwnTexts, changedOwnTexts } from './template/file-own-texts';
export { type FileVersions, mergeTemplates } from './template/merge-templates';
export { digestOf, type TemplateDifferences } from './template/template-differences';
export { translateEach, translates } from './template/translated-entries';
export { FileWriter, TEMPLATE_MISFIT, writeFile } from './template/write-file';
export type { EntryToWrite, ParsedEntry, Value } from './model/entry';
export { hasText, isPresent, needsItems } from './model/present-entries';
export type { Meta } from './model/meta';
export { metaPartsOf } from './model/program-meta';
export type { PluralScope } from './model/plural';
export { codecsByName, detectFormat } from './model/detect-format';
export {
  FileLimitError,
  FormatError,
  MalformedFileError,
  PluralConflictError,
  UnknownEncodingError,
  UnwritableTextError,
} from './model/format-errors';
export {
  createDeferredWarnings,
  type DeferredWarnings,
  deferWarning,
  forwardWarnings,
} from './model/deferred-warnings';
export { createDuplicateWarning, describeDuplicate } from './model/duplicates';
export { isUnwritable } from './model/left-out';
export { toKeyPath } from './model/nesting/key-path';
export { DEFAULT_SEPARATOR } from './model/nesting/key-separator';
export { isNameless } from './model/nameless';
export { attribute, childElements, localName, ownText, type XmlElement } from './xml/xml-tree';
export { readXml } from './xml/xml-reader';
export { decodeText } from './text/text-encoding';
export { currentLanguage } from './text/language-from-name';
export { parseFilePath } from './model/path-language';
export { codecById, codecs } from './model/registry';
export { withArgumentStyle } from './text/placeholders/own-arguments';
export { stateInFormat, type StateSupport, withStates } from './model/state-support';
export { addWarning, MAX_WARNINGS, createWarnings, type Warnings, type Warning } from './model/warnings';
export { PLACEHOLDER_STYLES, type PlaceholderStyle } from './text/placeholders/placeholder';
export { pluralScopeOf } from './text/plurals/plural-scope';
export { type MergedText, mergePlural, mergeText } from './text/messages/merge-message';
export {
  fromMessage,
  type MessageConversion,
  needsSource,
  toMessage,
  toWrittenText,
} from './text/messages/convert-message';
export * from './messages';
