import {
  type FormatCodec,
  type ParsedFile,
  parseFilePath,
  PLURAL_CATEGORIES,
  type PluralScope,
  type Value,
} from '../../language-files';
import { canonicalLanguage, primarySubtag } from '../../common/language-tag';
import type { ReadRequest } from './read-request';
import { RefusedFileError } from './refused-file-error';
import type { TranslationUnitCollector } from './unit-collector';

export interface SourceFile {
  /** The file name, or the path inside an archive; undefined for a body without a name. */
  path?: string;
  bytes: Uint8Array;
}

/** The scope of plurals in formats that have no limits. */
const ALL_FORMS: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'all' };

/** Reads one file: determines its language and namespace, and adds its entries to the collector. */
export class SourceFileReader {
  private readonly projectLanguages: readonly string[];
  /** Scopes by type and language: a file has thousands of plurals in few languages. */
  private readonly pluralScopes = new Map<string, PluralScope>();
  /** Languages of the file that the option `language` excludes and a warning has named. */
  private readonly excludedLanguages = new Set<string>();

  /** @param archived the file is one of an archive, where the path contains a namespace too */
  constructor(
    private readonly file: SourceFile,
    private readonly codec: FormatCodec,
    private readonly request: ReadRequest,
    private readonly collector: TranslationUnitCollector,
    private readonly archived: boolean,
  ) {
    this.projectLanguages = [request.sourceLanguage, ...request.targetLanguages];
  }

  /** @throws RefusedFileError, FormatError */
  read(): void {
    const { request, projectLanguages, archived } = this;
    const { path, bytes } = this.file;
    const { sourceLanguage } = request;
    const location =
      path === undefined ? undefined : parseFilePath(path, { projectLanguages, sourceLanguage, archived });
    const namespace = joinNamespaces(request.namespace, archived ? location?.namespace : undefined);
    const parsed = this.codec.parse(bytes, {
      language: request.language ?? location?.language,
      projectLanguages,
      sourceLanguage,
      isPlural: (key) => request.pluralKeys?.has(namespace ? `${namespace}.${key}` : key) ?? false,
      warn: this.collector.warn,
    });
    this.assertSourceLanguage(parsed);
    const language = request.language ?? toTag(parsed.language) ?? location?.language;
    this.addEntries(parsed, namespace, language);
    this.addMeta(parsed, language);
  }

  /** @param fileLanguage language of the entries that have none of their own */
  private addEntries(parsed: ParsedFile, namespace: string | undefined, fileLanguage: string | undefined): void {
    const { collector, codec } = this;
    const { sourceLanguage } = this.request;
    for (const entry of parsed.entries) {
      const language = entry.language === undefined ? fileLanguage : toTag(entry.language);
      if (language === undefined) throw this.languageRequired();
      if (entry.language !== undefined && !this.isWanted(language)) continue;
      const plural = this.pluralScope(entry.value, language, parsed);
      collector.addEntry(entry, namespace, { language, plural, ...(codec.bilingual && { sourceLanguage }) });
    }
  }

  private addMeta({ entries, meta }: ParsedFile, language: string | undefined): void {
    if (language === undefined && entries.length === 0 && !this.codec.multilingual) throw this.languageRequired();
    this.collector.addLanguageMeta(language ?? this.request.sourceLanguage, meta);
  }

  /** Returns undefined for a text that is not a plural. */
  private pluralScope(value: Value, language: string, file: ParsedFile): PluralScope | undefined {
    if (value === null || typeof value === 'string') return undefined;
    const id = `${value.type} ${language}`;
    const scope = this.pluralScopes.get(id) ?? this.codec.pluralScope?.(value.type, language, file) ?? ALL_FORMS;
    this.pluralScopes.set(id, scope);
    return scope;
  }

  /** Selects the language of the option `language` in a multilingual file; each omitted language produces a warning. */
  private isWanted(language: string): boolean {
    if (this.request.language === undefined || !this.codec.multilingual) return true;
    if (language === this.request.language) return true;
    if (!this.excludedLanguages.has(language)) {
      this.excludedLanguages.add(language);
      const detail = `${language} is omitted: the import is limited to ${this.request.language}`;
      this.collector.warn({ code: 'language_left_out', detail, language });
    }
    return false;
  }

  private assertSourceLanguage(parsed: ParsedFile): void {
    const language = toTag(parsed.sourceLanguage);
    if (language === undefined || primarySubtag(language) === primarySubtag(this.request.sourceLanguage)) return;
    const detail = `the file's source language is ${language}, the project's ${this.request.sourceLanguage}`;
    throw new RefusedFileError({ code: 'language_mismatch', detail, errors: [] });
  }

  private languageRequired(): RefusedFileError {
    const { path } = this.file;
    return new RefusedFileError({
      code: 'language_required',
      detail: `the language of ${path === undefined ? 'the file' : JSON.stringify(path)} cannot be detected; set language`,
      errors: [{ parameter: 'language', code: 'required', detail: 'is required for this file' }],
    });
  }
}

const toTag = (language: string | undefined): string | undefined =>
  language === undefined || language === '' ? undefined : canonicalLanguage(language);

/** Joins the namespaces of the option and of the path; a file that is named after the option's namespace adds no second one. */
function joinNamespaces(...namespaces: (string | undefined)[]): string | undefined {
  const distinct = new Set(namespaces.filter((namespace) => namespace !== undefined && namespace !== ''));
  return distinct.size > 0 ? [...distinct].join('.') : undefined;
}
