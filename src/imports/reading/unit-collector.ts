import { shorten } from '../../common/shorten';
import type { FieldError } from '../../common/errors/catalogue';
import { descriptionRules, findIssue, keyNameRules, translationRules } from '../../common/validation/text-rules';
import type { TranslationState } from '../../common/translation-state';
import {
  addWarning,
  codecById,
  createDuplicateWarning,
  createWarnings,
  describeDuplicate,
  FileLayoutBuilder,
  type FormatCodec,
  isNameless,
  type MessageConversion,
  type Meta,
  type ParsedEntry,
  type PlaceholderStyle,
  type PluralScope,
  toMessage,
  type Value,
  type Warning,
  withArgumentStyle,
} from '../../language-files';
import { ArchiveFiles } from './archive-files';
import { FileIssues } from './file-issues';
import type { ImportedFile } from './imported-file';
import { describe, describeAgain, serializeMeta } from './described-key';
import type { KeptFile } from './kept-file';
import { type FileId, KeptFiles } from './kept-files';
import { mergeUnits } from './merge-units';
import { type DescriptionRule, ImportedKeys, KeyIndex } from './packed/imported-keys';
import { FileClaimsList } from './file-claims';
import { NumberList } from './packed/number-list';
import { type TranslationUnit, TranslationUnits, UnitIndex } from './packed/translation-units';

/** The languages of an entry's texts, and what its format says about its own text. */
export interface EntryLanguages {
  /** The language of the entry's own text. */
  language: string;
  /** The language of the source text beside it; undefined if the source text is not imported. */
  sourceLanguage?: string;
  /** The plural forms that the file can express; undefined if the entry's own text is not a plural. */
  plural?: PluralScope;
  /** The state of the entry's own text in the file. */
  state?: TranslationState;
  /** The length limit of the key in the file. */
  maxLength?: number;
  /** What the comments of the file are for the descriptions of its keys. Default: nothing. */
  descriptionRule?: DescriptionRule;
  /** The entry is one of a file of the source language. */
  isOfSource?: boolean;
}

/** The warnings about texts of the file that are not read: they would count as missing. */
const UNREAD: ReadonlyMap<string, FieldError['code']> = new Map([
  ['entry_unreadable', 'malformed_file'],
  ['sheet_ignored', 'malformed_file'],
  ['cell_error', 'malformed_file'],
]);

/** The warnings that the option `strict` refuses, with the codes of the issues. */
const STRICT_CODES: ReadonlyMap<string, FieldError['code']> = new Map([
  ...UNREAD,
  ['duplicate_key', 'duplicate_key'],
  ['entry_kept_aside', 'malformed_file'],
]);

/** The options of an import that determine its texts. */
export interface CollectorOptions extends Pick<FormatCodec, 'duplicates'> {
  /** The member of the stored metadata. */
  metaId: string;
  /** The id of the format. Default: `metaId`. */
  format?: string;
  /** The style of stored placeholders. Default: as the file has them. */
  style?: PlaceholderStyle;
  /** Warnings about keys that are imported with a loss are issues. */
  strict?: boolean;
  /** The import deletes what the files lack: warnings about texts that are not read are issues. */
  isWhole?: boolean;
  /** The files are from a zip. */
  isArchive?: boolean;
  /** The files are from a zip with a list of its files. */
  hasFileList?: boolean;
}

/**
 * Collects the entries of one or several files as keys and translation units. A unit that occurs several times with the same
 * text is one unit. With different texts it is an issue, or a warning if the format's tools accept it.
 */
export class TranslationUnitCollector {
  private readonly keys = new ImportedKeys();
  private readonly keyIndex = new KeyIndex(this.keys);
  private readonly units = new TranslationUnits();
  private readonly unitIndex = new UnitIndex(this.units);
  /** The line of each unit; 0 if it is not known. */
  private readonly lines = new NumberList();
  private readonly warnings = createWarnings();
  private laterWarnings = createWarnings();
  private readonly languageMetas = new Map<string, string>();
  /** The languages with a header whose file exports do not have. */
  private readonly bareMetas = new Set<string>();
  private readonly layout = new FileLayoutBuilder();
  private readonly keptFiles = new KeptFiles();
  private readonly issues = new FileIssues();
  private readonly files = new ArchiveFiles();
  /** The names of the plurals of an archive in the language of its first file. */
  private readonly plurals = new Set<string>();
  private firstLanguage: string | undefined;
  private readonly languages = new Set<string>();
  /** What the current file says about its keys. */
  private claims = new FileClaimsList();

  constructor(private readonly options: CollectorOptions) {}

  /** Starts one of several files, whose path the messages about its entries contain. */
  beginFile(path: string, format: string): void {
    this.files.begin(path, format, this.units.length);
  }

  /**
   * Says of what format, language and namespace the current file of an archive is.
   *
   * @param isKept whether its layout can be kept
   */
  setPlace(path: string, file: FileId, isKept: boolean): void {
    this.files.setPlace(this.keptFiles.begin(path, file, isKept));
  }

  /**
   * Returns whether an earlier file of the archive has the format, language and namespace of the current one, which is a warning unless
   * exports have both.
   */
  mergesFile(): boolean {
    const { firstPath, isKept, language = '' } = this.keptFiles;
    if (firstPath === undefined) return false;
    if (isKept) return true;
    const detail = `an export writes its keys to ${JSON.stringify(firstPath)}, which has the same language and namespace`;
    this.warn({ code: 'files_merged', detail, ...(language !== '' && { language }) });
    return true;
  }

  /** Adds a file of an archive to the layout. The parameters are the same as of `FileLayoutBuilder.add`. */
  addFile(...file: Parameters<FileLayoutBuilder['add']>): void {
    this.layout.add(...file);
  }

  /** Adds the current file, whose layout exports can have. */
  keepFile(file: Omit<KeptFile, 'claims'>): void {
    this.keptFiles.keep(file, this.claims.packed);
  }

  /** Adds a warning of the codec. */
  readonly warn = (warning: Warning): void => {
    if (!this.refusesWarning(warning)) addWarning(this.warnings, this.inFile(warning));
  };

  /** Adds a warning about an entry. It is listed behind the warnings of the codec, also if the entry was passed on as it was read. */
  warnAfterParsing(warning: Warning): void {
    if (!this.refusesWarning(warning)) addWarning(this.laterWarnings, this.inFile(warning));
  }

  /** Some warnings are issues, as the options say. */
  private refusesWarning({ code, ...position }: Warning): boolean {
    const { strict, isWhole } = this.options;
    const issueCode = strict ? STRICT_CODES.get(code) : isWhole ? UNREAD.get(code) : undefined;
    if (!issueCode) return false;
    this.addIssue({ ...position, code: issueCode });
    return true;
  }

  /** Whether the first files of an archive have a plural of a name. */
  hasPlural(name: string): boolean {
    return this.plurals.has(name);
  }

  /** Ends a file, of which nothing more may be added. */
  endFile(): void {
    for (const warning of this.laterWarnings.listed) addWarning(this.warnings, warning);
    this.warnings.count += this.laterWarnings.count - this.laterWarnings.listed.length;
    this.laterWarnings = createWarnings();
    this.claims = new FileClaimsList();
    this.keptFiles.end();
  }

  /** Ends the current file of an archive, of which nothing was added because it has no language. */
  leaveOut(): void {
    const path = JSON.stringify(this.files.path);
    const detail = `the language of ${path} cannot be detected, so that the file is not imported; glossa-files.json in the zip can name it`;
    this.files.drop();
    this.laterWarnings = createWarnings();
    addWarning(this.warnings, { code: 'name_without_language', detail });
    this.endFile();
  }

  private inFile(warning: Warning): Warning {
    return { ...warning, detail: this.files.prefix + warning.detail };
  }

  /** Adds a language that the current file is in. */
  addLanguage(language: string): void {
    this.languages.add(language);
    this.files.addLanguage(language);
  }

  addEntry(entry: ParsedEntry, namespace: string | undefined, languages: EntryLanguages): void {
    const { language, sourceLanguage, plural, state } = languages;
    this.files.setNamespace(namespace);
    if (isNameless(entry.key)) return this.keepAside(entry, language);
    const name = namespace ? `${namespace}.${entry.key}` : entry.key;
    const issue = findIssue(keyNameRules, name) ?? findIssue(descriptionRules, entry.description ?? '');
    if (issue) return this.addIssue({ line: entry.line, key: shorten(name), ...issue });
    this.firstLanguage ??= language;
    if (plural && this.files.hasFiles && language === this.firstLanguage) this.plurals.add(name);
    const key = this.addKey(name, { ...entry, keyMeta: this.keyMetaOf(entry) }, languages);
    this.keptFiles.addKey(key);
    const source =
      sourceLanguage === undefined || entry.source === undefined
        ? undefined
        : { ...this.toUnit(key, sourceLanguage, entry.source, entry), fromSource: true, meta: undefined };
    const unit = {
      ...this.toUnit(key, language, entry.value, entry),
      ...(plural && { plural }),
      ...(state && { state }),
    };
    const isIntoItself = sourceLanguage === language;
    if (languages.descriptionRule) {
      const text = source && !isIntoItself ? source.text : undefined;
      this.claims.add(key, entry.description, text, isName(entry, text));
    }
    if (source && isIntoItself) return this.addSourceOrTarget(unit, source, entry);
    this.addUnit(unit, entry);
    if (source) this.addUnit(source, entry);
  }

  private keyMetaOf(entry: ParsedEntry): Meta | undefined {
    const { metaId, format = metaId } = this.options;
    const codec = codecById(format);
    return codec ? withArgumentStyle(entry, codec) : entry.keyMeta;
  }

  /** The template of the file keeps the entry. */
  private keepAside(entry: ParsedEntry, language: string): void {
    const { key, value } = entry;
    const code = value === null || value === '' ? 'key_skipped' : 'entry_kept_aside';
    const detail = 'a name of only white space cannot be a key; the entry stays in the file';
    this.warnAfterParsing({ code, detail, key, language, ...linePosition(entry) });
  }

  /** In a file from a language into itself, an entry has two texts of that language: the target counts if there is one. */
  private addSourceOrTarget(target: TranslationUnit, source: TranslationUnit, entry: ParsedEntry): void {
    if (!target.text) return this.addUnit({ ...source, meta: target.meta }, entry);
    const merged = mergeUnits(target, source);
    // In gettext the key is the source text, so nothing is lost.
    if (!merged && !entry.key.endsWith(source.text ?? '')) {
      const detail = `the target text is imported; the source text beside it is dropped: ${shorten(source.text ?? '')}`;
      this.warnAfterParsing({ code: 'source_replaced', detail, key: entry.key, ...linePosition(entry) });
    }
    this.addUnit(merged ?? target, entry);
  }

  /** A header that replaces another one is a warning unless exports have both files, each with its own. */
  addLanguageMeta(language: string, meta: Meta | undefined): void {
    const json = serializeMeta(meta);
    if (json === undefined) return;
    if (!this.keptFiles.isKept) this.bareMetas.add(language);
    if ((this.languageMetas.get(language) ?? json) !== json && this.bareMetas.has(language)) {
      const detail = 'the header of this file replaces the different header of another file of the language';
      this.warnAfterParsing({ code: 'file_metadata_replaced', detail, language });
    }
    this.languageMetas.set(language, json);
  }

  /** @throws RefusedFileError if an entry cannot be imported */
  result(): ImportedFile {
    this.issues.throwIfAny();
    const { keys, units, languageMetas, warnings } = this;
    const { metaId, format = metaId, isArchive = false, hasFileList = false } = this.options;
    const languages = [...this.languages];
    const keptFiles = this.keptFiles.all;
    return {
      keys,
      units,
      languageMetas,
      format,
      metaId,
      layout: this.layout.result(),
      isArchive,
      hasFileList,
      files: this.files.all,
      languages,
      keptFiles,
      warnings,
    };
  }

  /** @returns the index of the key */
  private addKey(name: string, { description, keyMeta, path }: ParsedEntry, entryLanguages: EntryLanguages): number {
    const { maxLength, descriptionRule, isOfSource } = entryLanguages;
    const own = descriptionRule && description;
    const index = this.keyIndex.find(name);
    if (index < 0) {
      this.keyIndex.add(name);
      const key = {
        name,
        ...(maxLength !== undefined && { maxLength }),
        ...(descriptionRule && descriptionRule !== 'fill' && { descriptionRule }),
        ...(isOfSource && { isOfSource }),
        ...(path && { path: JSON.stringify(path) }),
      };
      return this.keys.push(describe(key, own, keyMeta));
    }
    if (isOfSource && !this.keys.isOfSource(index)) this.keys.set(index, { ...this.keys.at(index), isOfSource });
    if (descriptionRule || keyMeta) {
      const described = describeAgain(this.keys.at(index), { description: own, descriptionRule }, keyMeta);
      if (described) this.keys.set(index, described);
    }
    if (path) this.setPath(index, JSON.stringify(path));
    return index;
  }

  /** The path of an earlier entry stays. */
  private setPath(index: number, path: string): void {
    const key = this.keys.at(index);
    if (key.path === undefined) this.keys.set(index, { ...key, path });
  }

  private addUnit(unit: TranslationUnit, entry: ParsedEntry): void {
    const { line } = entry;
    const { text, language } = unit;
    const issue = text === null ? undefined : findIssue(translationRules, text);
    if (issue) return this.addIssue({ line, key: this.shortName(unit), language, ...issue });
    const index = this.unitIndex.find(unit);
    if (index < 0) {
      this.unitIndex.add(unit);
      this.lines.push(line ?? 0);
      return this.units.push(unit);
    }
    const earlier = this.units.at(index);
    const { keptFiles } = this;
    const isOver = language === keptFiles.language && !keptFiles.isOverridden(unit.key) && this.files.isInPlace(index);
    if (isOver) keptFiles.override(unit.key, false);
    if (earlier.text === text) return;
    const merged = mergeUnits(earlier, unit);
    if (merged) return this.units.set(index, merged);
    const otherPlace = this.files.otherPlace(index, this.keys.name(unit.key));
    // The texts of a language come from its own files, whatever texts files of other languages have for it.
    if (otherPlace !== undefined && unit.fromSource) return;
    if (otherPlace !== undefined && earlier.fromSource) {
      this.lines.set(index, line ?? 0);
      return this.units.set(index, unit);
    }
    if (otherPlace !== undefined && isOver) return this.addOver(index, unit, entry, otherPlace);
    this.addDuplicate(index, unit, entry, keptFiles.isOverridden(unit.key) ? undefined : otherPlace);
  }

  /** Adds a text that replaces the text of an earlier file of its language and namespace. */
  private addOver(index: number, unit: TranslationUnit, { key, line }: ParsedEntry, otherPlace: string): void {
    const { language } = unit;
    const keeps = this.keptFiles.isKept ? ', and each file keeps its own' : '';
    const detail = `${describeOther(key, otherPlace, language)}; the text of the later file is imported${keeps}`;
    this.warnAfterParsing({
      code: 'duplicate_key',
      detail,
      key: this.shortName(unit),
      language,
      ...linePosition({ line }),
    });
    this.keptFiles.override(unit.key, true);
    this.lines.set(index, line ?? 0);
    this.units.set(index, unit);
  }

  /**
   * Adds a second text of a unit. Two files of an archive are not read by one tool, which could choose a text.
   *
   * @param otherPlace the place of the first text in another file
   */
  private addDuplicate(
    index: number,
    unit: TranslationUnit,
    { key, line }: ParsedEntry,
    otherPlace: string | undefined,
  ): void {
    const { language } = unit;
    const { duplicates } = this.options;
    const id = { line, key: this.shortName(unit), language, code: 'duplicate_key' as const };
    if (otherPlace !== undefined) {
      return this.addIssue({ ...id, detail: describeOther(key, otherPlace, language) });
    }
    const duplicate = { ...id, earlierLine: this.lines.at(index) };
    if (!duplicates) return this.addIssue({ ...id, detail: describeDuplicate(duplicate) });
    this.warnAfterParsing(createDuplicateWarning(duplicate, duplicates));
    if (duplicates === 'first') return;
    this.lines.set(index, line ?? 0);
    this.units.set(index, unit);
  }

  private shortName({ key }: TranslationUnit): string {
    return shorten(this.keys.name(key));
  }

  private toUnit(key: number, language: string, value: Value, entry: ParsedEntry): TranslationUnit {
    const warn: MessageConversion['warn'] = (code, detail) =>
      this.warnAfterParsing({ code, detail, key: entry.key, language, ...linePosition(entry) });
    const text = toMessage(value, { style: this.options.style, warn }, entry.source);
    return { key, language, text, fromSource: entry.implied === true, meta: serializeMeta(entry.meta) };
  }

  private addIssue(issue: Parameters<FileIssues['add']>[0]): void {
    const { path: file, prefix } = this.files;
    this.issues.add({ ...(file !== undefined && { file }), ...issue, detail: prefix + issue.detail });
  }
}

const describeOther = (key: string, otherPlace: string, language: string): string =>
  `${JSON.stringify(shorten(key))} is the same key as ${otherPlace}, with another text in ${language}`;

/** Whether a source text names its entry, as in gettext: beside a context, or as the file says. */
const isName = ({ key, namedBySource }: ParsedEntry, source: string | null | undefined): boolean =>
  namedBySource ?? (typeof source === 'string' && key.split('\u0004').includes(source));

const linePosition = ({ line }: Pick<ParsedEntry, 'line'>): { line?: number } => (line === undefined ? {} : { line });
