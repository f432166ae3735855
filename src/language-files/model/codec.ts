import type { EntryToWrite, ParsedEntry } from './entry';
import type { Meta } from './meta';
import type { Plural, PluralScope } from './plural';
import type { Warning } from './warnings';

/**
 * The one model of a language file. A codec turns bytes into entries and entries into bytes; it knows no database and
 * no HTTP. What several formats share (duplicates, ICU, language codes, zip) is done once around the codecs, not in them.
 */

export interface ParsedFile {
  /** The language that the file itself names, as written there. Undefined where it names none. */
  language?: string;
  /** The source language that a bilingual file names, as written there. */
  sourceLanguage?: string;
  /** In the order of the file, duplicates included. */
  entries: ParsedEntry[];
  /** What the format keeps of the file in this language: a PO header, an XLIFF file's attributes. */
  meta?: Meta;
}

export interface ParseContext {
  /** The language that the caller asked for or that the path names; canonical. Some formats need it to read plurals. */
  language?: string;
  /** The languages of the project, canonical; a column or section of another language is still read. */
  projectLanguages: readonly string[];
  sourceLanguage: string;
  /** Whether the project holds this key as a plural already; `key` as in the file, without the namespace of the import. */
  isPlural?(key: string): boolean;
  warn(warning: Warning): void;
}

export interface FileToWrite {
  /** Canonical BCP 47. In a format of several languages: the first of `languages`. */
  language: string;
  /** All languages to write, source first, for formats of several languages; otherwise only `language`. */
  languages: readonly string[];
  sourceLanguage: string;
  projectName: string;
  /** In code point order of their keys; read once. */
  entries: Iterable<EntryToWrite>;
  meta?: Meta;
  warn(warning: Warning): void;
}

export interface FormatCodec {
  /** The value of the `format` option. */
  readonly id: string;
  readonly name: string;
  /** Without the dot; the first one names exports. */
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** A file holds source and target texts side by side. */
  readonly bilingual: boolean;
  /** One file holds all languages. */
  readonly multilingual: boolean;
  /**
   * `native`: the format has plurals of its own; plural messages reach the codec as `Plural`.
   * `icu`: its texts are ICU messages; they pass verbatim. `none`: a plural passes as its ICU message, a text like any other.
   */
  readonly plurals: 'native' | 'icu' | 'none';
  /**
   * What plurals of a language can say in a file that was read; only with `native`. Default: everything.
   * @param language canonical
   */
  pluralScope?(type: Plural['type'], language: string, file: ParsedFile): PluralScope;
  /** The text that a plural is in a file where the format has no such plural; only with `native`. Default: its ICU message. */
  pluralText?(plural: Plural, language: string): string;
  /** Descriptions survive. */
  readonly comments: boolean;
  /** What importing and exporting the same file may lose, a sentence each; shown by GET /formats. */
  readonly losses: readonly string[];
  /** It has `meta` of keys or texts to give back; where not, none is read. */
  readonly keepsMeta: boolean;
  /** The part of `meta` that the codec owns; `pot` shares that of `po`. Default: `id`. */
  readonly metaId?: string;
  /**
   * `serialize` takes each entry and yields its text before it takes the next but one, so that a file of any size can be
   * written without being held. False where the whole must be known first (nested output, zip containers).
   */
  readonly streams: boolean;
  /** False for formats that cannot be read back (templates). */
  readonly canParse: boolean;
  /**
   * How sure the codec is that this is one of its files, from its name's extension and content; `head` is the decoded start
   * (64 Ki characters at most; whole files are often shorter). 0: not mine; 1: could be; 2: surely. Extensions are checked before.
   */
  sniff?(head: string): 0 | 1 | 2;
  /**
   * Path inside a zip, by the layout that the format's tools expect. Default: `<language>.<extension>`.
   * Android's source language has a folder of its own.
   */
  pathOf?(language: string, namespace?: string, isSource?: boolean): string;
  /**
   * The format's tools look a key up in the file of its namespace, so that a zip has a file for each, with names without it;
   * what has no namespace is in the file of none.
   */
  readonly filePerNamespace?: boolean;
  /**
   * Whole file in, entries out. Throws `MalformedFileError` with the place, never another error.
   * Keys are kept to the code unit; duplicates are all reported, in order.
   */
  parse(bytes: Uint8Array, context: ParseContext): ParsedFile;
  /** Throws `UnwritableTextError` where the format cannot carry a text. Same entries, same bytes. */
  serialize(file: FileToWrite): Iterable<string | Uint8Array>;
}
