import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import {
  ArchivePaths,
  changedOwnTexts,
  codecById,
  codecs,
  detectFormat,
  FILE_LIST_PATH,
  type FileList,
  type FormatCodec,
  isArchive,
  mergeTemplates,
  parseFileList,
  parseFilePath,
  readArchive,
  type TemplateContext,
} from '../../language-files';
import type { ImportedFile } from './imported-file';
import { languageOfTag } from './file-languages';
import type { NamedFile, ReadRequest } from './read-request';
import { RefusedFileError, toFileRefusal } from './refused-file-error';
import { type SourceFile, SourceFileReader } from './source-file-reader';
import { TranslationUnitCollector } from './unit-collector';

/**
 * Reads a file, or all files of a zip, into keys and translation units. The result depends on the request only.
 *
 * @param onUnpacked is called with the size of a zip's files in bytes, before they are read
 * @throws RefusedFileError with the position and the reason
 */
export async function readImport(request: ReadRequest, onUnpacked?: (bytes: number) => void): Promise<ImportedFile> {
  let path: string | undefined;
  try {
    if (request.versions) return await readMerged(request, request.versions);
    if (request.files) return await readFiles(withoutZips(request.files), { ...request, ownsMemory: false });
    if (!isZip(request)) return await readFiles([{ path: request.fileName, bytes: request.bytes }], request);
    const { buffer, byteOffset, length } = request.bytes;
    const files: SourceFile[] = [];
    let list: FileList | undefined;
    for await (const file of readArchive(Buffer.from(buffer, byteOffset, length))) {
      path = file.path;
      if (path === FILE_LIST_PATH) list = parseFileList(file.bytes);
      else files.push(file);
    }
    if (files.length === 0)
      throw new RefusedFileError({ code: 'malformed_file', detail: 'the archive contains no file', errors: [] });
    onUnpacked?.(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
    return await readFiles(files, request, { list });
  } catch (error) {
    const refusal = toFileRefusal(error, path);
    throw refusal ? new RefusedFileError(refusal) : error;
  }
}

/** Reads a file that is merged with other versions of it. */
async function readMerged(
  request: ReadRequest,
  { side, budget, ...versions }: NonNullable<ReadRequest['versions']>,
): Promise<ImportedFile> {
  const { fileName: path, bytes: file, language: own, replacedLanguages = {}, keySeparator, columns } = request;
  const codec = selectCodec({ path, bytes: file }, request);
  const nameOf = (language: string): string =>
    Object.keys(replacedLanguages).find((name) => replacedLanguages[name] === language) ?? language;
  const sourceLanguage = nameOf(request.sourceLanguage);
  const languages = own === undefined ? [sourceLanguage, ...request.targetLanguages.map(nameOf)] : [nameOf(own)];
  const context: TemplateContext = {
    language: languages[0] ?? sourceLanguage,
    languages,
    sourceLanguage,
    projectName: '',
    template: { keySeparator, columns, isForeign: false, hasSource: false },
    isPlural: () => true,
  };
  const merged = mergeTemplates(codec, { ...versions, file }, side, context, budget);
  const { base } = versions;
  const hasOwn = codec.bilingual && context.language !== sourceLanguage && base !== undefined;
  const read = await readFiles([{ path, bytes: merged.bytes }], { ...request, ownsMemory: false });
  return {
    ...read,
    merged: {
      losesLines: merged.losesLines,
      budget,
      ...(hasOwn && { changed: changedOwnTexts(codec, context, { base, file }) }),
    },
  };
}

/** @throws RefusedFileError for a zip among several files */
function withoutZips(files: readonly NamedFile[]): readonly NamedFile[] {
  const zip = files.find(({ path, bytes, format }) => isZip({ bytes, format, fileName: path }));
  if (!zip) return files;
  const detail = `${JSON.stringify(zip.path)} is a zip; import it by itself`;
  const errors = [{ parameter: 'file', file: zip.path, code: 'not_allowed' as const, detail }];
  throw new RefusedFileError({ code: 'validation_failed', detail, errors });
}

/** An XLSX workbook is a zip too; the option and the name take precedence over the content. */
function isZip({ bytes, format, fileName }: Pick<ReadRequest, 'bytes' | 'format' | 'fileName'>): boolean {
  const isWorkbook = format === undefined ? /\.xlsx$/i.test(fileName ?? '') : format === 'xlsx';
  return !isWorkbook && isArchive(bytes);
}

/**
 * The files of the source language are read first, because they decide which keys of the other files are plurals; among them, a file
 * that all languages fall back to, because the file of the language itself has the texts that count.
 *
 * @param archive that the files are in
 */
async function readFiles(
  files: readonly SourceFile[],
  request: ReadRequest,
  archive?: { list?: FileList },
): Promise<ImportedFile> {
  const areSeveral = archive !== undefined || request.files !== undefined;
  const ranks = new Map(files.map((file) => [file, rankOf(file, request, archive)]));
  const ordered = [...files].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
  const filesWithCodec = (areSeveral ? ordered : files).map((file) => ({ file, codec: selectCodec(file, request) }));
  const firstCodec = filesWithCodec[0]?.codec;
  const collector = new TranslationUnitCollector({
    metaId: getMetaId(firstCodec),
    format: firstCodec?.id,
    duplicates: firstCodec?.duplicates,
    style: request.placeholders,
    strict: request.strict,
    isWhole: request.isWhole,
    isArchive: archive !== undefined,
    hasFileList: archive?.list !== undefined,
  });
  const listed = files.map(({ path = '' }) => path);
  const layout = request.layouts?.[getMetaId(firstCodec)];
  const paths =
    archive && (await ArchivePaths.read(listed, request, new EventLoopYielder(), { layout, list: archive.list }));
  const withoutLanguage: RefusedFileError[] = [];
  for (const { file, codec } of filesWithCodec) {
    if (getMetaId(codec) !== getMetaId(firstCodec)) throw mixedFormats(file, codec, firstCodec, archive !== undefined);
    const { language = request.language } = file;
    try {
      if (areSeveral && file.path !== undefined) collector.beginFile(file.path, codec.id);
      new SourceFileReader(file, codec, { ...request, language }, collector, paths).read();
    } catch (error) {
      const refusal = refusalOf(error, areSeveral ? file.path : undefined);
      if (!archive || !isLanguageRequired(refusal)) throw refusal;
      collector.leaveOut();
      withoutLanguage.push(refusal);
    }
  }
  const [first] = withoutLanguage;
  if (first && (request.isWhole || withoutLanguage.length === files.length)) throw first;
  return collector.result();
}

const isLanguageRequired = (error: unknown): error is RefusedFileError =>
  error instanceof RefusedFileError && error.refusal.code === 'language_required';

/** Returns the refusal of a file, which names it if there are several; another error stays. */
function refusalOf(error: unknown, path: string | undefined): unknown {
  const refusal = toFileRefusal(error, path);
  if (!refusal) return error;
  if (path === undefined) return new RefusedFileError(refusal);
  const quoted = JSON.stringify(path);
  const detail = refusal.detail.includes(quoted) ? refusal.detail : `${quoted}: ${refusal.detail}`;
  return new RefusedFileError({ ...refusal, detail, errors: refusal.errors.map((each) => ({ file: path, ...each })) });
}

function mixedFormats(
  { path }: SourceFile,
  { id }: FormatCodec,
  first: FormatCodec | undefined,
  isArchive: boolean,
): RefusedFileError {
  if (isArchive) {
    const detail = `the archive mixes the formats ${first?.id} and ${id}`;
    return new RefusedFileError({ code: 'unknown_format', detail, errors: [] });
  }
  const detail = `${JSON.stringify(path)} has the format ${id}, and other files have ${first?.id}; import the files of each format by themselves`;
  const errors = [{ parameter: 'file', file: path, code: 'not_allowed' as const, detail }];
  return new RefusedFileError({ code: 'validation_failed', detail, errors });
}

/** 0 for a file that all languages fall back to, 1 for another file of the source language, 2 for all others. */
function rankOf({ path = '', language }: SourceFile, request: ReadRequest, archive?: { list?: FileList }): number {
  const { sourceLanguage, targetLanguages } = request;
  const listed = language ?? archive?.list?.get(path)?.language;
  const projectLanguages = [sourceLanguage, ...targetLanguages];
  const parts = parseFilePath(path, { projectLanguages, sourceLanguage, archived: archive !== undefined });
  const named = listed ?? parts?.language;
  if (named === undefined || languageOfTag(named, request) !== sourceLanguage) return 2;
  return parts?.isFallback ? 0 : 1;
}

const getMetaId = (codec: FormatCodec | undefined): string => codec?.metaId ?? codec?.id ?? '';

/** @throws RefusedFileError with the candidates if the format is unknown or ambiguous */
function selectCodec({ path, bytes, format: own }: SourceFile, { files, ...request }: ReadRequest): FormatCodec {
  const format = own ?? request.format;
  const detected = format === undefined ? detectFormat(path, bytes) : { format };
  const codec = 'format' in detected ? codecById(detected.format) : undefined;
  if (codec?.canParse) return codec;
  const candidates = 'candidates' in detected ? detected.candidates : [];
  const importable = codecs.filter(({ canParse }) => canParse).map(({ id }) => id);
  const choices = (candidates.length > 0 ? candidates : importable).join(', ');
  const reason =
    format === undefined
      ? `the format${path === undefined ? '' : ` of ${JSON.stringify(path)}`} cannot be detected`
      : 'the format cannot be imported';
  throw new RefusedFileError({
    code: 'unknown_format',
    detail: `${reason}; set format to one of ${choices}`,
    errors: [
      { parameter: 'format', ...(files && { file: path }), code: 'unknown_format', detail: `one of ${choices}` },
    ],
  });
}
