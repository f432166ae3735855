import type { EditBudget, FileLayout, FileVersions, PlaceholderStyle } from '../../language-files';

/** One of several files of an import. */
export interface NamedFile {
  path: string;
  bytes: Uint8Array;
  /** Default: the option of the import; without it, detected. */
  format?: string;
  language?: string;
}

/** The input of an import's reader: the file, the options and the project. Plain data, which a worker thread can receive. */
export interface ReadRequest {
  bytes: Uint8Array;
  /** Several files, which are read together as the files of a zip are; `bytes` is empty then. */
  files?: readonly NamedFile[];
  /** Whether the memory of the bytes, which may go on behind them, holds nothing else that is used. Default: false. */
  ownsMemory?: boolean;
  fileName?: string;
  format?: string;
  language?: string;
  /** Prefix of all key names of the file. */
  namespace?: string;
  /** Joins the names of nested objects. Default: a dot. */
  keySeparator?: string;
  /** The names of the columns of a table without a header. */
  columns?: readonly string[];
  /** Read a language that the project does not have as the nearest one that it has (RFC 4647 §3.4). Default: false. */
  languageFallback?: boolean;
  /** The languages of the file that are read as others: `TemplateOptions.languages`. */
  replacedLanguages?: Readonly<Record<string, string>>;
  /** The style in which placeholders are stored; undefined: as the file has them. */
  placeholders?: PlaceholderStyle;
  /** Refuse what is otherwise a warning: two texts of one key and language, and texts that are not imported. */
  strict?: boolean;
  /** The import deletes what the files lack, so that no file of a zip, and no text that cannot be read, can be left out. */
  isWhole?: boolean;
  /** Names of the project's keys whose texts are plurals; only i18next and Rails files use them. */
  pluralKeys?: ReadonlySet<string>;
  /** The layouts of earlier zips by format (`metaId`), in whose namespaces the files of a zip stay. */
  layouts?: Readonly<Record<string, FileLayout>>;
  /** The template at the base of a merge and the present one: the file is merged with them, and then read. */
  versions?: Omit<FileVersions, 'file'> & { side: 'now' | 'file'; budget: EditBudget };
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

/** Returns the bytes of all files of a request. */
export const sizeOf = ({ bytes, files = [] }: Pick<ReadRequest, 'bytes' | 'files'>): number =>
  files.reduce((sum, file) => sum + file.bytes.length, bytes.length);
