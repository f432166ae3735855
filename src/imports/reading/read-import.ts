import {
  ArchivePaths,
  codecById,
  codecs,
  detectFormat,
  FILE_LIST_PATH,
  type FileList,
  type FormatCodec,
  isArchive,
  parseFileList,
  parseFilePath,
  readArchive,
} from '../../language-files';
import type { ImportedFile } from './imported-file';
import type { ReadRequest } from './read-request';
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
    if (!isZip(request)) return readFiles([{ path: request.fileName, bytes: request.bytes }], request);
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
    return readFiles(files, request, { list });
  } catch (error) {
    const refusal = toFileRefusal(error, path);
    throw refusal ? new RefusedFileError(refusal) : error;
  }
}

/** An XLSX workbook is a zip too; the option and the name take precedence over the content. */
function isZip({ bytes, format, fileName }: ReadRequest): boolean {
  const isWorkbook = format === undefined ? /\.xlsx$/i.test(fileName ?? '') : format === 'xlsx';
  return !isWorkbook && isArchive(bytes);
}

/**
 * The files of the source language are read first, because they decide which keys of the other files are plurals.
 *
 * @param archive that the files are in
 */
function readFiles(files: readonly SourceFile[], request: ReadRequest, archive?: { list?: FileList }): ImportedFile {
  const ordered = [true, false].flatMap((isSource) =>
    files.filter((file) => isOfSource(file, request, archive?.list) === isSource),
  );
  const filesWithCodec = (archive ? ordered : files).map((file) => ({ file, codec: selectCodec(file, request) }));
  const firstCodec = filesWithCodec[0]?.codec;
  const collector = new TranslationUnitCollector({
    metaId: getMetaId(firstCodec),
    format: firstCodec?.id,
    duplicates: firstCodec?.duplicates,
    style: request.placeholders,
    strict: request.strict,
    hasFileList: archive?.list !== undefined,
  });
  const listed = files.map(({ path = '' }) => path);
  const layout = request.layouts?.[getMetaId(firstCodec)];
  const paths = archive && new ArchivePaths(listed, request, { layout, list: archive.list });
  for (const { file, codec } of filesWithCodec) {
    if (getMetaId(codec) !== getMetaId(firstCodec)) {
      const detail = `the archive mixes the formats ${firstCodec?.id} and ${codec.id}`;
      throw new RefusedFileError({ code: 'unknown_format', detail, errors: [] });
    }
    try {
      if (archive && file.path !== undefined) collector.beginFile(file.path);
      new SourceFileReader(file, codec, request, collector, paths).read();
    } catch (error) {
      const refusal = toFileRefusal(error, archive ? file.path : undefined);
      throw refusal ? new RefusedFileError(refusal) : error;
    }
  }
  return collector.result();
}

function isOfSource(
  { path = '' }: SourceFile,
  { sourceLanguage, targetLanguages }: ReadRequest,
  list?: FileList,
): boolean {
  const listed = list?.get(path);
  if (listed) return listed.language === sourceLanguage;
  const projectLanguages = [sourceLanguage, ...targetLanguages];
  return parseFilePath(path, { projectLanguages, sourceLanguage, archived: true })?.language === sourceLanguage;
}

const getMetaId = (codec: FormatCodec | undefined): string => codec?.metaId ?? codec?.id ?? '';

/** @throws RefusedFileError with the candidates if the format is unknown or ambiguous */
function selectCodec({ path, bytes }: SourceFile, { format }: ReadRequest): FormatCodec {
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
    errors: [{ parameter: 'format', code: 'unknown_format', detail: `one of ${choices}` }],
  });
}
