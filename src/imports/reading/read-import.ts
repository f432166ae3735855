import {
  codecById,
  codecs,
  detectFormat,
  type FormatCodec,
  isArchive,
  parseFilePath,
  readArchive,
} from '../../language-files';
import { ArchivePaths } from './archive-paths';
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
    if (!isZip(request)) return readFiles([{ path: request.fileName, bytes: request.bytes }], request, false);
    const { buffer, byteOffset, length } = request.bytes;
    const files: SourceFile[] = [];
    for await (const file of readArchive(Buffer.from(buffer, byteOffset, length))) {
      path = file.path;
      files.push(file);
    }
    if (files.length === 0)
      throw new RefusedFileError({ code: 'malformed_file', detail: 'the archive contains no file', errors: [] });
    onUnpacked?.(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
    return readFiles(files, request, true);
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

/** The files of the source language are read first, because they decide which keys of the other files are plurals. */
function readFiles(files: readonly SourceFile[], request: ReadRequest, archived: boolean): ImportedFile {
  const ordered = [true, false].flatMap((isSource) => files.filter((file) => isOfSource(file, request) === isSource));
  const filesWithCodec = (archived ? ordered : files).map((file) => ({ file, codec: selectCodec(file, request) }));
  const firstCodec = filesWithCodec[0]?.codec;
  const collector = new TranslationUnitCollector({
    metaId: getMetaId(firstCodec),
    format: firstCodec?.id,
    duplicates: firstCodec?.duplicates,
    style: request.placeholders,
    strict: request.strict,
  });
  const listed = files.map(({ path = '' }) => path);
  const paths = archived ? new ArchivePaths(listed, request, request.layouts?.[getMetaId(firstCodec)]) : undefined;
  for (const { file, codec } of filesWithCodec) {
    if (getMetaId(codec) !== getMetaId(firstCodec)) {
      const detail = `the archive mixes the formats ${firstCodec?.id} and ${codec.id}`;
      throw new RefusedFileError({ code: 'unknown_format', detail, errors: [] });
    }
    try {
      if (archived && file.path !== undefined) collector.beginFile(file.path);
      new SourceFileReader(file, codec, request, collector, paths).read();
    } catch (error) {
      const refusal = toFileRefusal(error, archived ? file.path : undefined);
      throw refusal ? new RefusedFileError(refusal) : error;
    }
  }
  return collector.result();
}

function isOfSource({ path = '' }: SourceFile, { sourceLanguage, targetLanguages }: ReadRequest): boolean {
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
