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

/** The parsed messages of a PO file. */
export interface PoFile {
  messages: PoMessage[];
  /** Comment lines after the last message. */
  trailer: string[];
  /** Line numbers of the `domain` directives. */
  domains: number[];
}

/** Separates context and msgid in a key, as it does in MO files. */
export const CONTEXT_SEPARATOR = '\u0004';

/** Returns the key of a message: its msgid, preceded by its context where it has one. */
export const messageKey = ({ msgctxt, msgid }: Pick<PoMessage, 'msgctxt' | 'msgid'>): string =>
  msgctxt === undefined ? msgid : `${msgctxt}${CONTEXT_SEPARATOR}${msgid}`;
