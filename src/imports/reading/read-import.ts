import {
  codecById,
  codecs,
  detectFormat,
  type FormatCodec,
  isArchive,
  type ParsedFile,
  parseFilePath,
  type PlaceholderStyle,
  PLURAL_CATEGORIES,
  type PluralScope,
  readArchive,
  type Value,
} from '../../language-files';
import { canonicalLanguage, primarySubtag } from '../../common/language-tag';
import type { ImportedFile } from './imported-file';
import { PairCollector } from './unit-collector';
import { refusalOfFile, RefusedFileError } from './refused-file-error';

/** What an import reads, and what it must know of the project; plain data, so that a worker thread can do it. */
export interface ReadRequest {
  bytes: Uint8Array;
  fileName?: string;
  format?: string;
  language?: string;
  namespace?: string;
  /** The style that placeholders are stored in; undefined: as the file has them. */
  placeholders?: PlaceholderStyle;
  /** Names of keys whose texts are plurals; only i18next and Rails ask. */
  pluralKeys?: ReadonlySet<string>;
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

interface SourceFile {
  /** Undefined for a body without a name. */
  path?: string;
  bytes: Uint8Array;
}

/**
 * Reads a file, or every file of a zip, into keys and pairs. Pure: what it says depends on the request alone.
 * @throws RefusedFileError saying where and why
 */
export async function readImport(request: ReadRequest): Promise<ImportedFile> {
  let path: string | undefined;
  try {
    if (!isZip(request)) return readFiles([{ path: request.fileName, bytes: request.bytes }], request, false);
    const files: SourceFile[] = [];
    for await (const file of readArchive(
      Buffer.from(request.bytes.buffer, request.bytes.byteOffset, request.bytes.length),
    )) {
      path = file.path;
      files.push(file);
    }
    if (files.length === 0)
      throw new RefusedFileError({ code: 'malformed_file', detail: 'the archive holds no file', errors: [] });
    return readFiles(files, request, true);
  } catch (error) {
    const refusal = refusalOfFile(error, path);
    throw refusal ? new RefusedFileError(refusal) : error;
  }
}

/** The option and the name count before the content. */
function isZip({ bytes, format, fileName }: ReadRequest): boolean {
  const isWorkbook = format === undefined ? /\.xlsx$/i.test(fileName ?? '') : format === 'xlsx';
  return !isWorkbook && isArchive(bytes);
}

function readFiles(files: readonly SourceFile[], request: ReadRequest, archived: boolean): ImportedFile {
  const read = files.map((file) => ({ file, codec: codecOf(file, request) }));
  const collector = new PairCollector(metaIdOf(read[0]?.codec), request.placeholders);
  for (const { file, codec } of read) {
    if (metaIdOf(codec) !== metaIdOf(read[0]?.codec)) {
      const detail = `the archive mixes ${read[0]?.codec.id} and ${codec.id}`;
      throw new RefusedFileError({ code: 'unknown_format', detail, errors: [] });
    }
    try {
      if (archived && file.path !== undefined) collector.beginFile(file.path);
      new FileReading(file, codec, request, collector, archived).read();
    } catch (error) {
      const refusal = refusalOfFile(error, archived ? file.path : undefined);
      throw refusal ? new RefusedFileError(refusal) : error;
    }
  }
  return collector.result();
}

const metaIdOf = (codec: FormatCodec | undefined): string => codec?.metaId ?? codec?.id ?? '';

function codecOf({ path, bytes }: SourceFile, { format }: ReadRequest): FormatCodec {
  const detected = format === undefined ? detectFormat(path, bytes) : { format };
  const codec = 'format' in detected ? codecById(detected.format) : undefined;
  if (codec?.canParse) return codec;
  const candidates = 'candidates' in detected ? detected.candidates : [];
  const named = candidates.length > 0 ? candidates : codecs.filter(({ canParse }) => canParse).map(({ id }) => id);
  const what =
    format === undefined
      ? `the format${path === undefined ? '' : ` of ${JSON.stringify(path)}`} cannot be told`
      : 'cannot be imported';
  throw new RefusedFileError({
    code: 'unknown_format',
    detail: `${what}; say format=${named.join(', ')}`,
    errors: [{ parameter: 'format', code: 'unknown_format', detail: `one of ${named.join(', ')}` }],
  });
}

const EVERYTHING: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'all' };

/** One file: whose language it is, and its entries. */
class FileReading {
  private readonly projectLanguages: readonly string[];

  constructor(
    private readonly file: SourceFile,
    private readonly codec: FormatCodec,
    private readonly request: ReadRequest,
    private readonly collector: PairCollector,
    /** In a zip, where a path names a namespace too; a single file's name is its own affair. */
    private readonly archived: boolean,
  ) {
    this.projectLanguages = [request.sourceLanguage, ...request.targetLanguages];
  }

  read(): void {
    const { request, collector, codec } = this;
    const { projectLanguages } = this;
    const { sourceLanguage } = request;
    const parts =
      this.file.path === undefined
        ? undefined
        : parseFilePath(this.file.path, { projectLanguages, sourceLanguage, archived: this.archived });
    const namespace = joined(request.namespace, this.archived ? parts?.namespace : undefined);
    const parsed = codec.parse(this.file.bytes, {
      language: request.language ?? parts?.language,
      projectLanguages,
      sourceLanguage,
      isPlural: (key) => request.pluralKeys?.has(namespace ? `${namespace}.${key}` : key) ?? false,
      warn: collector.warn,
    });
    this.assertSourceLanguage(parsed);
    const language = request.language ?? this.tag(parsed.language) ?? parts?.language;
    for (const entry of parsed.entries) {
      const own = entry.language === undefined ? language : this.tag(entry.language);
      if (own === undefined) throw this.languageRequired();
      if (!this.isWanted(own, entry.language)) continue;
      collector.addEntry(entry, namespace, {
        language: own,
        plural: this.pluralScope(entry.value, own, parsed),
        ...(codec.bilingual && { sourceLanguage: request.sourceLanguage }),
      });
    }
    if (language !== undefined) collector.addLanguageMeta(language, parsed.meta);
    else if (parsed.entries.length === 0 && !codec.multilingual) throw this.languageRequired();
    else collector.addLanguageMeta(request.sourceLanguage, parsed.meta);
  }

  private readonly scopes = new Map<string, PluralScope>();

  /** Undefined for a text. A file has thousands of plurals in one language. */
  private pluralScope(value: Value, language: string, file: ParsedFile): PluralScope | undefined {
    if (value === null || typeof value === 'string') return undefined;
    const of = `${value.type} ${language}`;
    const scope = this.scopes.get(of) ?? this.codec.pluralScope?.(value.type, language, file) ?? EVERYTHING;
    this.scopes.set(of, scope);
    return scope;
  }

  private readonly leftOut = new Set<string>();

  /** Of a file of several languages, `language` takes the one; that others were left is said. */
  private isWanted(language: string, said: string | undefined): boolean {
    if (said === undefined || this.request.language === undefined || !this.codec.multilingual) return true;
    if (language === this.request.language) return true;
    if (!this.leftOut.has(language)) {
      this.leftOut.add(language);
      this.collector.warn({ code: 'language_left_out', detail: `${language} was not asked for`, language });
    }
    return false;
  }

  private tag(said: string | undefined): string | undefined {
    return said === undefined || said === '' ? undefined : canonicalLanguage(said);
  }

  private assertSourceLanguage({ sourceLanguage }: ParsedFile): void {
    const said = this.tag(sourceLanguage);
    if (said === undefined || primarySubtag(said) === primarySubtag(this.request.sourceLanguage)) return;
    const detail = `the file's source language is ${said}, the project's ${this.request.sourceLanguage}`;
    throw new RefusedFileError({ code: 'language_mismatch', detail, errors: [] });
  }

  private languageRequired(): RefusedFileError {
    const which = this.file.path === undefined ? 'the file' : JSON.stringify(this.file.path);
    return new RefusedFileError({
      code: 'language_required',
      detail: `the language of ${which} cannot be told; say language=…`,
      errors: [{ parameter: 'language', code: 'required', detail: 'is required for this file' }],
    });
  }
}

/** The file that is named after the namespace of the import, as an export of that one names it, is in it already. */
const joined = (...namespaces: (string | undefined)[]): string | undefined => {
  const said = new Set(namespaces.filter((namespace) => namespace !== undefined && namespace !== ''));
  return said.size > 0 ? [...said].join('.') : undefined;
};
