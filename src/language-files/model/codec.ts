import type { EntryToWrite, ParsedEntry } from './entry';
import type { LengthSupport } from './length-support';
import type { Meta } from './meta';
import type { Plural, PluralScope } from './plural';
import type { MetaParts } from './program-meta';
import type { StateSupport } from './state-support';
import type { FileTemplate, Span, TemplateList } from '../template/file-template';
import type { TemplateDifferences } from '../template/template-differences';
import type { PlaceholderStyle } from '../text/placeholders/placeholder';
import type { Warning } from './warnings';

/** The content of a file that was read. */
export interface ParsedFile {
  /** The language that the file itself names, as written there. Undefined where it names none. */
  language?: string;
  /** The source language that a bilingual file names, as written there. */
  sourceLanguage?: string;
  /** In the order of the file, duplicates included. */
  entries: ParsedEntry[];
  /** Metadata of the file in this language: a PO header, the attributes of an XLIFF file. */
  meta?: Meta;
}

/** Receives the content of a file while it is read. */
export interface EntrySink {
  /** Is called once, before the first entry. */
  begin(head: FileHead): void;
  /** Receives the entries in the order of the file, duplicates included. */
  add(entry: ParsedEntry): void;
}

export type FileHead = Omit<ParsedFile, 'entries'>;

/** The information about a file, beside its bytes, that a codec may use to read it. */
export interface ParseContext {
  /** The canonical language that the import option or the path names. Some formats need it to read plurals. */
  language?: string;
  /** The language comes from the path. A language that the file itself names has precedence. */
  isLanguageOfPath?: boolean;
  /** The languages of the project, canonical. A column or section of another language is read too. */
  projectLanguages: readonly string[];
  sourceLanguage: string;
  /**
   * Returns whether the project holds a plural under the key; `key` as in the file, without the namespace of the
   * import.
   */
  isPlural?(key: string): boolean;
  /** Joins the names of nested objects. Empty: a file that has them is refused. Default: a dot. */
  keySeparator?: string;
  /** The names of a table's columns in their order, for a table without a header. Default: it has a header. */
  columns?: readonly string[];
  warn(warning: Warning): void;
  /**
   * Frees the memory of the file's bytes, which must not be used any more. A codec may call it when it has decoded
   * them.
   */
  release?(): void;
}

/** A file to write. */
export interface FileToWrite {
  /** Canonical BCP 47. In a format with several languages per file, the first of `languages`. */
  language: string;
  /** All languages to write, the source language first. Otherwise only `language`. */
  languages: readonly string[];
  sourceLanguage: string;
  projectName: string;
  /** The names of keys in ARB files: unchanged (default), or in lower camel case. */
  arbNames?: 'keep' | 'camel';
  /** In code point order of the keys. May be iterated only once. */
  entries: Iterable<EntryToWrite>;
  meta?: Meta;
  /**
   * Whether keys that the format cannot hold are left out, each with a warning that has the code of the error. Default:
   * false.
   */
  leavesOutUnwritable?: boolean;
  /** Whether keys without a text are not written. Formats that nest keep the places of items. Default: false. */
  omitsMissing?: boolean;
  /**
   * Splits keys into the names of nested objects. Empty: keys are not split. Default: as in the template, else a dot.
   */
  keySeparator?: string;
  /** The file that is written with other texts. Default: the file is written in the canonical layout. */
  template?: TemplateFile;
  warn(warning: Warning): void;
}

/** The facts about a text that follow from the other texts of its file. */
export interface TextsOfFile {
  /**
   * Returns whether a name is the name of a message: a key beside the key of the text, or a name in a reference of the
   * template.
   */
  isMessage(name: string): boolean;
  /** A text of the file certainly is one of Fluent. */
  readonly hasFluent: boolean;
  /** A text of the file certainly is one of i18next. */
  readonly hasI18next: boolean;
  /** The template has the text as the project has it, so that it stays. */
  readonly isKept: boolean;
}

/** The facts about a file to write, without its entries. */
export type FileFacts = Omit<FileToWrite, 'entries'>;

/**
 * The options of an import that determine the keys of its file, and what the file keeps. Plain data that is stored with
 * the file.
 */
export interface TemplateOptions extends Pick<ParseContext, 'keySeparator' | 'columns'> {
  /** The languages of the file that were read as others, which the project has: `{ 'de-DE': 'de' }`. */
  languages?: Readonly<Record<string, string>>;
  /** What the project had otherwise than the file. */
  differences?: TemplateDifferences;
}

/** An imported file that exports have the layout of, with the options of its import. */
export interface TemplateFile extends TemplateOptions {
  bytes: Uint8Array;
  /** The file is one of another language. */
  isForeign: boolean;
  /** The file is beside another one of its language and namespace, and gets no new keys. */
  isBeside?: true;
  /** The file of the source language, which shows the places of new texts. */
  source?: Uint8Array;
}

/** The facts about a file to write on which the reading of its template depends, as plain data. */
export interface TemplateContext extends Pick<
  FileToWrite,
  'language' | 'languages' | 'sourceLanguage' | 'projectName' | 'meta'
> {
  template: TemplateOptions & Pick<TemplateFile, 'isForeign'> & { hasSource: boolean };
  /**
   * Returns whether the text of a key in the file's language is a plural. Before the texts are known, it is assumed to
   * be one.
   *
   * @param like requires this type and this argument of the plural. Default: any plural
   */
  isPlural: (key: string, like?: Pick<Plural, 'type' | 'arg'>) => boolean;
  /** The keys whose entries had other names in the file before it was changed for this reading. */
  renamed?: ReadonlySet<string>;
  /** The caller needs the places of the texts only, and writes no file with the template. Default: false. */
  onlyPlaces?: boolean;
}

/**
 * The part of a codec that writes files in the layout of other files. A template is read once (`P`), and opened for
 * each file that is written with it (`T`).
 */
export type TemplateSupport<P extends TemplatePlaces = TemplatePlaces, T extends FileTemplate = FileTemplate> =
  TextTemplates<P, T> | ContainerTemplates<P, T>;

/** The content of a template, which may be used for several files. */
export interface TemplatePlaces {
  /** The decoded file. */
  readonly source: string;
  readonly root: TemplateList;
  /** A file that was written with it has changed it. */
  isUsedUp?: boolean;
}

/** The file of the source language beside a template. */
export interface SourceTemplate<P> {
  /** @returns undefined if there is none that can be a template */
  places(): P | undefined;
}

interface TemplateTexts<P, T> {
  /**
   * Makes a template for one file of what was read, which stays as it is unless it is marked as used up. Default: what
   * was read is the template, and keeps nothing of a file that it is used for.
   *
   * @param file its entries are not known yet
   * @param source the file of the source language
   * @throws TemplateMisfitError
   */
  open?(read: P, file: FileFacts, source?: SourceTemplate<P>): T;
  /**
   * Yields the texts of the entries by the names that they have in templates, with their keys where a name is not a
   * key. In bilingual and multilingual formats the entries include those without a text.
   *
   * @throws UnwritableTextError, PluralConflictError as `serialize` does
   */
  texts(file: FileToWrite, template: T): Iterable<readonly [name: string, text: string, key?: string]>;
}

/** How the units of a format are written. */
export interface UnitSyntax {
  /**
   * Returns a function that finds the places in a unit of a decoded file which exports write the texts of the project
   * into; it throws FormatError.
   */
  texts: (source: string) => (unit: string) => Span[];
  /** The names of the elements that a unit has once at most. */
  singles: readonly string[];
  /**
   * Returns a function that merges the parts of a unit whose order means nothing, and gives them to all versions before these are
   * merged by lines. Default: there are none.
   *
   * @throws FormatError from the function
   */
  align?: (source: string) => (versions: UnitVersions, side: 'now' | 'file') => UnitVersions;
}

/** The versions of a unit that is merged. Without a base, both sides have added it. */
export interface UnitVersions {
  base?: string;
  now: string;
  file: string;
}

/** For files that are texts. */
export interface TextTemplates<
  P extends TemplatePlaces = TemplatePlaces,
  T extends FileTemplate = FileTemplate,
> extends TemplateTexts<P, T> {
  /** Returns the charset that a file declares, as in `decodeText`. */
  declaredEncoding?(head: string): string | undefined;
  /** Writes the declaration that a file is UTF-8, which one gets whose declared charset lacks some of its characters. */
  declareUtf8?(source: string): string;
  /** Writes the characters that the charset of a file lacks as escapes. */
  escapeOthers?(source: string): string;
  /**
   * Makes the decoded file of another language one of the file's language: headers and attributes name the language,
   * and a bilingual file has no targets. Default: the file does not name its language.
   *
   * @throws FormatError, TemplateMisfitError as `read` does
   */
  adapt?(source: string, context: TemplateContext): string;
  /** Default: a text of the file is no unit with comments. */
  units?: UnitSyntax;
  /**
   * Returns the versions of a file before they are merged by lines, with what one side has added to all lines, such as a
   * column. Default: they stay as they are.
   *
   * @param read finds the texts of a changed version
   */
  align?(versions: Record<'base' | 'now' | 'file', P>, read: (source: string) => P): Record<'base' | 'now' | 'file', P>;
  /**
   * Finds the texts of a decoded file.
   *
   * @throws FormatError, TemplateMisfitError for a file that the codec would read, but not write
   */
  read(source: string, context: TemplateContext): P;
}

/** For files that are containers of texts. */
export interface ContainerTemplates<
  P extends TemplatePlaces = TemplatePlaces,
  T extends FileTemplate = FileTemplate,
> extends TemplateTexts<P, T> {
  /**
   * Finds the texts of a file.
   *
   * @throws FormatError, TemplateMisfitError for a file that the codec would read, but not write
   */
  readContainer(bytes: Uint8Array, context: TemplateContext): ReadTemplate<P>;
}

/** A template that was read, and what makes a file of its text. */
export interface ReadTemplate<P extends TemplatePlaces = TemplatePlaces> {
  read: P;
  /**
   * Returns undefined for a text that the encoding of the file cannot hold.
   *
   * @param original the file that was read
   */
  encode: (text: string, original: Uint8Array) => Uint8Array | undefined;
}

/** The file names of the format's tools, from which imports take language and namespace (`parseFilePath`). */
export interface FileNaming {
  /** The base name of a file that is alone in its language (`Localizable`). It is not a namespace. */
  defaultName?: string;
  /** A file whose name has no language holds the source language (`messages.properties`). Default: false. */
  hasNeutralFile?: boolean;
  /**
   * The place of the language if both the folder and the base name could be one: `de/no.php` is German, and the folders
   * of `com/my/app_no.properties` are a package. Default: the base name up to a hyphen or underscore, else the folder.
   */
  languageIn?: 'folder' | 'baseName';
}

/**
 * A file format: its properties, a parser from bytes to entries and a serializer from entries to bytes. What all
 * formats share is implemented around the codecs: duplicates, ICU messages, language tags, zip archives.
 */
export interface FormatCodec {
  /** The value of the `format` option. */
  readonly id: string;
  /** The name of the format for people. */
  readonly name: string;
  /** File name extensions without the dot. Exports use the first one. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** A file holds source and target texts side by side. */
  readonly bilingual: boolean;
  /** One file holds all languages. */
  readonly multilingual: boolean;
  /**
   * `native`: the format has plural forms of its own, and the codec reads and writes `Plural`.
   * `icu`: texts of the format are ICU messages and pass unchanged.
   * `none`: the format has no plurals; a plural is written as its ICU message, an ordinary text of the format.
   */
  readonly plurals: 'native' | 'icu' | 'none';
  /**
   * The style in which the format's tools count the arguments of a text: exports write arguments of ICU plurals in it.
   * Required with `plurals: 'native'`. Default: texts of the format have no certain style.
   */
  readonly syntax?: PlaceholderStyle;
  /** The format's tools know `%#@name@` as a variable, whose forms are beside the text. Default: false. */
  readonly hasVariables?: boolean;
  /** Descriptions of keys are written and read. */
  readonly comments: boolean;
  /** The possible losses of an import and an export of the same file, a sentence each. `GET /formats` lists them. */
  readonly losses: readonly string[];
  /** The codec stores `meta`. Where false, the service neither loads nor stores any. */
  readonly keepsMeta: boolean;
  /** The parts of the stored metadata that programs need: files that everyone can read have nothing else. Default: none. */
  readonly programMeta?: Partial<MetaParts>;
  /** The member of the stored metadata that the codec uses; `pot` shares the member `po`. Default: `id`. */
  readonly metaId?: string;
  /**
   * `serialize` yields the text of each entry before it takes the next but one, so that a file of any size is written
   * without being held in memory. False where all entries must be present first (nested output, zip
   * containers, texts whose syntax other texts decide).
   */
  readonly streams: boolean;
  /** Names are nested: items of lists keep their places without a text. Default: false. */
  readonly nests?: boolean;
  /** An array needs all of its items: the keys of items without a text are written with the others. Default: false. */
  readonly completesArrays?: boolean;
  /** Files are tables, whose columns an import can name. Default: false. */
  readonly hasColumns?: boolean;
  /** Whether spreadsheets run cells of a file as formulas if they look like one. Default: false. */
  readonly hasFormulaCells?: boolean;
  /** An import joins the names of nested objects. Default: false. */
  readonly joinsNames?: boolean;
  /** The format can be imported. False for templates. */
  readonly canParse: boolean;
  /**
   * The one of several texts of a key and language that the format's tools use. Default: none, the file is refused.
   */
  readonly duplicates?: 'first' | 'last';
  /** The file is a zip container, as an Excel workbook is. Default: false. */
  readonly isZip?: boolean;
  /** Files are never detected as this format: they look like files of another format. Default: false. */
  readonly neverDetected?: boolean;
  readonly naming?: FileNaming;
  /**
   * The format has one file per namespace, in which keys stand without it. Keys without a namespace have a file of
   * their own.
   */
  readonly filePerNamespace?: boolean;

  /**
   * Returns how well a file fits: 0 it is not of this format, 1 it may be, 2 it certainly is.
   *
   * @param head the decoded start of the file, at most 65,536 characters
   */
  sniff?(head: string): 0 | 1 | 2;
  /**
   * Returns the path of a file in a zip, in the layout that the format's tools expect. Default:
   * `<language>.<extension>`.
   *
   * @param isSource whether `language` is the source language, which has a folder of its own on Android
   */
  pathOf?(language: string, namespace?: string, isSource?: boolean): string;
  /**
   * Returns the plural forms that a parsed file can hold; only with `plurals: 'native'`. Default: every form.
   *
   * @param language canonical
   */
  pluralScope?(type: Plural['type'], language: string, file: FileHead): PluralScope;
  /**
   * Returns what the codec writes for a plural that the format cannot hold; only with `native`. Default: its ICU
   * message.
   */
  pluralText?(plural: Plural, language: string): string;
  /**
   * Returns a text or plural in the syntax of the format, where the project has it in another one: `{ $name }` for
   * `{name}` in Fluent. Default: texts are written as they are.
   */
  translate?(value: string | Plural, texts: TextsOfFile, warn: (code: string, detail: string) => void): string | Plural;
  /**
   * Reads a whole file. Keys are kept to the code unit; duplicates are all returned, in order.
   *
   * @throws FormatError, in most cases `MalformedFileError` with the position; never another error
   */
  parse(bytes: Uint8Array, context: ParseContext): ParsedFile;
  /**
   * Reads a file as `parse` does, and passes the entries on one by one: a million entries are never in memory together.
   * For formats of large files.
   *
   * @throws FormatError as `parse` does, possibly after some entries
   */
  stream?(bytes: Uint8Array, context: ParseContext, sink: EntrySink): void;
  /** The states of texts; only with `keepsMeta`. Default: the format has none. */
  readonly states?: StateSupport;
  /** The length limits of keys; only with `keepsMeta`. Default: the format has none. */
  readonly lengths?: LengthSupport;
  /** Default: the format is always written in its canonical layout. */
  readonly template?: TemplateSupport;
  /**
   * Writes a file in the canonical layout, chunk by chunk. The same entries give the same bytes.
   *
   * @throws UnwritableTextError for a text or key that the format cannot hold, unless the file leaves it out
   * @throws PluralConflictError for two keys that the format would write to the same place, unless the file leaves one
   *   out
   */
  serialize(file: FileToWrite): Iterable<string | Uint8Array>;
}
