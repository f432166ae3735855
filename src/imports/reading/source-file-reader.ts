import {
  type ArchivePaths,
  type EntrySink,
  type FileHead,
  type FormatCodec,
  type ParseContext,
  type ParsedEntry,
  parseFilePath,
  type PluralScope,
  pluralScopeOf,
  type TemplateOptions,
  type Value,
} from '../../language-files';
import { releaseMemory } from '../../common/memory/release-memory';
import { primarySubtag } from '../../common/language-tag';
import { FileLanguages, toTag } from './file-languages';
import { compressFile, hasRoomFor } from './kept-file';
import type { DescriptionRule } from './packed/imported-keys';
import type { NamedFile, ReadRequest } from './read-request';
import { RefusedFileError } from './refused-file-error';
import type { TranslationUnitCollector } from './unit-collector';

/** A file with its name, or its path inside an archive; a body may have no name. */
export type SourceFile = Omit<NamedFile, 'path'> & Partial<Pick<NamedFile, 'path'>>;

/** Reads one file: determines its language and namespace, and adds its entries to the collector. */
export class SourceFileReader {
  private readonly projectLanguages: readonly string[];
  /** Scopes by type and language: a file has thousands of plurals in few languages. */
  private readonly pluralScopes = new Map<string, PluralScope>();
  private readonly languages: FileLanguages;
  /** Languages of the file that the option `language` excludes and a warning has named. */
  private readonly excludedLanguages = new Set<string>();
  private head: FileHead = {};
  /** The language of the entries that have none of their own. */
  private language?: string;
  private count = 0;
  private refusal?: RefusedFileError;

  /** @param paths of the archive that the file is in */
  constructor(
    private readonly file: SourceFile,
    private readonly codec: FormatCodec,
    private readonly request: ReadRequest,
    private readonly collector: TranslationUnitCollector,
    private readonly paths?: ArchivePaths,
  ) {
    this.projectLanguages = [request.sourceLanguage, ...request.targetLanguages];
    this.languages = new FileLanguages(request, (tag, language) =>
      collector.warnAfterParsing({ code: 'language_replaced', detail: `${tag} is read as ${language}`, language }),
    );
  }

  /** @throws RefusedFileError with the code `language_required` before anything is collected, or with another one; FormatError */
  read(): void {
    const { request, projectLanguages, archived, collector } = this;
    const { path, bytes } = this.file;
    const { sourceLanguage } = request;
    let location = this.locate();
    let namespace = joinNamespaces(request.namespace, archived ? location?.namespace : undefined);
    const options = this.templateOptions();
    const compressed = this.codec.template && compressFile(bytes);
    this.parse(
      bytes,
      {
        language: request.language ?? this.languages.of(location?.language),
        isLanguageOfPath: request.language === undefined && !this.isListed,
        projectLanguages,
        sourceLanguage,
        ...options,
        isPlural: (key) => this.isPlural(namespace ? `${namespace}.${key}` : key),
        warn: collector.warn,
        release: () => releaseMemory(request.ownsMemory && !archived ? new Uint8Array(bytes.buffer) : bytes),
      },
      {
        begin: (head) => {
          this.head = head;
          const own = this.languages.of(head.language);
          if (own !== undefined) {
            location = this.locate(own);
            namespace = joinNamespaces(request.namespace, archived ? location?.namespace : undefined);
          }
          const inFile = this.isListed || own === undefined ? undefined : head.language;
          const name = inFile ?? (this.isWithoutLanguage ? undefined : location?.language);
          this.language = request.language ?? this.languages.of(name);
          if (request.language === undefined && name !== undefined) this.languages.note(name);
          this.refusal = this.refuseSourceLanguage(head);
          this.setPlace(namespace, compressed !== undefined);
        },
        add: (entry) => {
          this.count++;
          if (!this.refusal) this.addEntry(entry, namespace);
        },
      },
    );
    // An error in the syntax of the file takes precedence.
    if (this.refusal) throw this.refusal;
    this.addMeta();
    this.addToLayout(namespace, location);
    const language = this.codec.multilingual ? '' : this.language;
    if (compressed && language !== undefined && hasRoomFor(namespace ?? '')) {
      const kept = { ...options, ...this.languages.options };
      const file = { format: this.codec.id, namespace: namespace ?? '', language, path: path ?? null, options: kept };
      collector.keepFile({ ...file, ...compressed });
    }
    collector.endFile();
  }

  private get archived(): boolean {
    return this.paths !== undefined;
  }

  /** The list of files of the archive says what the file is. */
  private get isListed(): boolean {
    const { path } = this.file;
    return path !== undefined && this.paths?.isListed(path) === true;
  }

  /** A part of the path is in the place of a language and is none. */
  private get isWithoutLanguage(): boolean {
    const { path } = this.file;
    return path !== undefined && this.paths?.findUnknownLanguage(path) !== undefined;
  }

  /** @param own the language that the file itself names, which its path may name too */
  private locate(own?: string): ReturnType<typeof parseFilePath> {
    const { paths, projectLanguages } = this;
    const { path } = this.file;
    if (path === undefined) return undefined;
    if (paths) return paths.partsOf(path, own);
    const languages = own === undefined ? projectLanguages : [...projectLanguages, own];
    return parseFilePath(path, { projectLanguages: languages, sourceLanguage: this.request.sourceLanguage });
  }

  /** Whether the project, or a file that was read before, has a plural of a name. */
  private isPlural(name: string): boolean {
    return (this.request.pluralKeys?.has(name) ?? false) || this.collector.hasPlural(name);
  }

  /** @throws RefusedFileError for an option that the format does not have */
  private templateOptions(): TemplateOptions {
    const { keySeparator, columns } = this.request;
    const { id, joinsNames, hasColumns } = this.codec;
    if (keySeparator !== undefined && !joinsNames) throw notAllowed('keySeparator', `${id} has no nested objects`);
    if (columns && !hasColumns) throw notAllowed('columns', `${id} has no columns`);
    return { ...(keySeparator !== undefined && { keySeparator }), ...(columns && { columns }) };
  }

  private setPlace(namespace = '', isCompressed: boolean): void {
    const { path } = this.file;
    const { id: format, multilingual } = this.codec;
    const language = multilingual ? '' : this.language;
    if (!this.archived || path === undefined || language === undefined) return;
    this.collector.setPlace(path, { format, namespace, language }, isCompressed && hasRoomFor(namespace));
  }

  /** With the option `namespace`, the files hold a part of the project only, so that they do not determine its layout. */
  private addToLayout(namespace?: string, location?: ReturnType<typeof parseFilePath>): void {
    const { request, codec, archived } = this;
    const { path } = this.file;
    const language = codec.multilingual ? '' : this.language;
    if (!archived || path === undefined || language === undefined) return;
    if (this.collector.mergesFile() || codec.multilingual || request.namespace) return;
    const isNamed = request.language === undefined || request.language === location?.language;
    this.collector.addFile(path, language, namespace, isNamed ? location : undefined);
  }

  private parse(bytes: Uint8Array, context: ParseContext, sink: EntrySink): void {
    if (this.codec.stream) return this.codec.stream(bytes, context, sink);
    const { entries, ...head } = this.codec.parse(bytes, context);
    sink.begin(head);
    for (const entry of entries) sink.add(entry);
  }

  private addEntry(entry: ParsedEntry, namespace: string | undefined): void {
    const { collector, codec } = this;
    const { sourceLanguage } = this.request;
    const language = entry.language === undefined ? this.language : this.languages.of(entry.language);
    if (language === undefined) {
      this.refusal = this.languageRequired();
      return;
    }
    if (entry.language !== undefined) {
      if (!this.isWanted(language)) return;
      this.refusal = this.languages.note(entry.language);
      if (this.refusal) return;
      collector.addLanguage(language);
    }
    const plural = this.pluralScope(entry.value, language);
    const state = entry.value === null ? undefined : codec.states?.read(entry.meta);
    const maxLength = codec.lengths?.read(entry.keyMeta);
    const descriptionRule = this.descriptionRule(language);
    const isOfSource = language === sourceLanguage;
    const ofFile = { plural, state, maxLength, descriptionRule, isOfSource };
    collector.addEntry(entry, namespace, { language, ...ofFile, ...(codec.bilingual && { sourceLanguage }) });
  }

  /** A comment of a file of another language than the source is about its texts, and in a bilingual file about the sources. */
  private descriptionRule(language: string): DescriptionRule | undefined {
    const { comments, multilingual, bilingual, hasColumns } = this.codec;
    if (!comments) return undefined;
    if (hasColumns) return 'set';
    if (multilingual || language === this.request.sourceLanguage) return 'replace';
    return bilingual ? 'fill' : undefined;
  }

  private addMeta(): void {
    const { language } = this;
    if (language === undefined && this.count === 0 && !this.codec.multilingual) throw this.languageRequired();
    if (language !== undefined && !this.codec.multilingual) this.collector.addLanguage(language);
    this.collector.addLanguageMeta(language ?? this.request.sourceLanguage, this.head.meta);
  }

  /** Returns undefined for a text that is not a plural. */
  private pluralScope(value: Value, language: string): PluralScope | undefined {
    if (value === null || typeof value === 'string') return undefined;
    const id = `${value.type} ${language}`;
    const scope = this.pluralScopes.get(id) ?? pluralScopeOf(this.codec, value.type, language, this.head);
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
      this.collector.warnAfterParsing({ code: 'language_left_out', detail, language });
    }
    return false;
  }

  private refuseSourceLanguage(head: FileHead): RefusedFileError | undefined {
    const language = toTag(head.sourceLanguage);
    if (language === undefined || primarySubtag(language) === primarySubtag(this.request.sourceLanguage))
      return undefined;
    const detail = `the file's source language is ${language}, the project's ${this.request.sourceLanguage}`;
    return new RefusedFileError({ code: 'language_mismatch', detail, errors: [] });
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

const notAllowed = (parameter: string, detail: string): RefusedFileError =>
  new RefusedFileError({
    code: 'validation_failed',
    detail: `${parameter}: ${detail}`,
    errors: [{ parameter, code: 'not_allowed', detail }],
  });

/** Joins the namespaces of the option and of the path; a file that is named after the option's namespace adds no second one. */
function joinNamespaces(...namespaces: (string | undefined)[]): string | undefined {
  const distinct = new Set(namespaces.filter((namespace) => namespace !== undefined && namespace !== ''));
  return distinct.size > 0 ? [...distinct].join('.') : undefined;
}
