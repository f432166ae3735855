import type { Span } from '../template/file-template';

/** The fields of a message before its msgid changed: `#| msgid`. */
export interface PreviousMessage {
  msgctxt?: string;
  msgid?: string;
  msgidPlural?: string;
}

/** One message of a PO file. */
export interface PoMessage {
  /** 1-based line of `msgid`. */
  line: number;
  /** True for a message behind `#~`, which the program no longer uses. */
  obsolete: boolean;
  /** All comment lines with their `#`, in order: `# `, `#.`, `#:` and `#,`. */
  comments: string[];
  previous: PreviousMessage;
  /** An empty context differs from an absent one. */
  msgctxt?: string;
  msgid: string;
  msgidPlural?: string;
  /** The translations by the index of their form; a message without `msgidPlural` has index 0 only. */
  msgstr: Map<number, string>;
}

/** A message of a file, and its places there. Its span ends behind the last string. */
export interface ParsedMessage extends PoMessage, Span {
  /** The lines of comments and of previous fields, in order, with their line ends. */
  head: Span[];
  /** Where the first field begins that is not a previous one, with the `#~` before it. */
  fields: number;
  /** The places of the translations, from the keyword to the last string. */
  forms: Map<number, Span>;
}

/** The parsed messages of a PO file. */
export interface PoFile {
  messages: ParsedMessage[];
  /** Comment lines after the last message. */
  trailer: string[];
  /** The `domain` directives, with their 1-based lines. */
  domains: (Span & { line: number })[];
}

/** Separates context and msgid in a key, as it does in MO files. */
export const CONTEXT_SEPARATOR = '\u0004';

/** Returns the key of a message: its msgid, preceded by its context where it has one. */
export const messageKey = ({ msgctxt, msgid }: Pick<PoMessage, 'msgctxt' | 'msgid'>): string =>
  msgctxt === undefined ? msgid : `${msgctxt}${CONTEXT_SEPARATOR}${msgid}`;
