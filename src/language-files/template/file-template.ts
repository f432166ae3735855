import type { EntryToWrite, Value } from '../model/entry';
import type { KeyPath } from '../model/nesting/key-path';

/** A part of a decoded file: offsets in UTF-16 code units. `end` is the offset behind it. */
export interface Span {
  start: number;
  end: number;
}

/** A text of a file. Its span is the token, with the quotes or marks that belong to it. */
export interface TemplateText extends Span {
  /**
   * Identifies the text in its file: a key, or a key and a part of its entry, such as a plural form or the description.
   */
  name: string;
  /** The key that the text belongs to. Default: `name`. A token without a text stays while the project has its key. */
  key?: string;
  /** The text that the token stands for; null for a token that says that there is none. */
  value: string | null;
}

/**
 * An element of a list, which is removed and inserted as a whole. Its span includes a comment that belongs to it, but
 * neither the separator nor the white space around it. An element without texts and without a list is kept as it is.
 */
export interface TemplateElement extends Span {
  text?: TemplateText;
  list?: TemplateList;
  /** The key that the element is the entry of: the element goes when the project lacks the key, and not before. */
  key?: string;
  /** The key that all texts of the element belong to. The element stays as it is where the template holds the entry. */
  owner?: string;
  /** The key whose entry replaces the element: the element goes as soon as the file has it, and not before. */
  replacedBy?: string;
  /** The name that it has in the order of its list. Default: the name of its entry; a note has none. */
  orderName?: string;
  /** The element is a note on the others of its list, such as a description: it goes with the last of them. */
  isNote?: boolean;
  /**
   * It is a comment apart from the others: one at the end of the list stays behind new elements, whose description it
   * is not.
   */
  isComment?: boolean;
  /** It is at the end of the list, where it stays behind new elements. */
  isTrailing?: boolean;
  /** It is identified by its place: if it loses its texts, it stays, with a token for no text. */
  isPositional?: boolean;
  /** The separator in its span, or the empty place of a missing one. Default: separators stand between the elements. */
  separator?: Span;
  /** It ends with a comment that only a line break ends. */
  endsLine?: boolean;
  /** It ends with a comment in a line of its own, which would be the description of an element directly below. */
  endsWithComment?: boolean;
  /** The white space behind it stays, because more of it would be a part of its text. */
  keepsGap?: boolean;
}

/** The elements between two delimiters, or of a whole file. Its span is what stands between the delimiters. */
export interface TemplateList extends Span {
  elements: TemplateElement[];
  /** The key of a map or array, and of the list of an entry. */
  key?: string;
  /** Its elements are the forms of a plural, in the order of their categories. */
  isPlural?: boolean;
  /**
   * The offset of what is replaced where the list of a positional element loses all its texts. Default: the offset of
   * the element.
   */
  open?: number;
  /** The offset behind what is replaced there. Default: the end of the element. */
  close?: number;
  /**
   * Returns the rank of a text in the list, in which new texts stand by rank. The list has few elements. Default: new
   * texts have the order of another file, else stand at the end.
   */
  rankOf?: (name: string) => number;
  /**
   * The white space at the start of each element but the first, which begins in the line of what is before the list.
   * Default: none.
   */
  lead?: string;
  /** The list stays where it is when it loses all its elements. */
  isKept?: boolean;
}

/** A part of a file with what stands there instead. */
export interface Replacement extends Span {
  token: string;
}

/** An element of an entry that gets another key. */
export interface Renaming {
  element: TemplateElement;
  /** The list of the element. */
  list: TemplateList;
  from: string;
  to: string;
  /** The entry with its key of today, `to`. */
  entry: EntryToWrite;
}

/**
 * The texts that a file shall have, by name. Undefined: the name or key stays, without a text. Other names are removed.
 */
export type WantedTexts = ReadonlyMap<string, string | undefined>;

/** A text that the file lacks. */
export interface NewText {
  name: string;
  /** The key that it belongs to. Default: `name`. */
  key?: string;
  value: string;
  /** The list that it belongs to. */
  list: TemplateList;
}

/** An element to insert into a list. */
export interface NewElement {
  source: string;
  isNote?: boolean;
  /** It is identified by its place, which is behind all elements and behind the new ones before it. */
  isPositional?: boolean;
  /** The names of its texts. */
  names: readonly string[];
  /** The name that it has in the order of its list. Default: the name of the entry of its first text. */
  orderName?: string;
}

/** Compares names as a tool that sorts files does. */
export type NameOrder = (one: string, other: string) => number;

/**
 * A file whose texts can be replaced in their places: the decoded file with the places, and the syntax of its format.
 */
export interface FileTemplate {
  /** The decoded file. */
  readonly source: string;
  readonly root: TemplateList;
  /**
   * The values by key, as an import reads them, in formats that read one value from several texts or a text in several
   * ways. The texts of a key whose value is equal are not compared. Default: each text is compared.
   */
  readonly values?: ReadonlyMap<string, Value>;
  /** Yields the values, as an import reads them, in formats without `values`. Default: the file is read again for them. */
  listValues?(): Iterable<Value | undefined>;
  /**
   * Returns whether the file has all texts of an entry already. No texts are asked for, and the texts of its key stay.
   * Default: each text is compared.
   *
   * @throws UnwritableTextError as `TemplateSupport.texts` does
   */
  holds?(entry: EntryToWrite): boolean;
  /**
   * Returns the texts that the file is to have, without the texts that its references already give it. Default: all.
   *
   * @param lacksText returns whether the project has no text for a place of the file
   */
  prepare?(wanted: WantedTexts, lacksText: (text: TemplateText) => boolean): WantedTexts;
  /** Returns the rewritten file with what its texts require in other places, such as the header. Default: nothing. */
  complete?(source: string): string;
  /** How nested files hold new texts, by their names. Present in nested formats. */
  readonly paths?: Map<string, KeyPath>;
  /** The order of the names in all files of the format. Default: the order of the file, if its names have one. */
  readonly order?: NameOrder;
  /** New elements stand at the ends of their lists, because their places are numbered. */
  readonly onlyAppends?: boolean;
  /** Returns the list that a new text belongs to. Is called for the new texts in their order. */
  listFor(name: string): TemplateList;
  /** Writes a text in the style of the token that it replaces. */
  writeToken(value: string, replaced: TemplateText): string;
  /**
   * Gives an element the name of another key, in the style of the file. Returns undefined for an element that cannot
   * have it where it stands: it is removed, and the entry is a new one in its place.
   */
  rename?(renaming: Renaming): Replacement[] | undefined;
  /** The token for no text in a positional element, in formats that have such elements. */
  readonly emptyToken?: string;
  /** Returns the token for a list without elements in a positional element. Default: `emptyToken`. */
  emptyListToken?(list: TemplateList): string;
  /** The separator of elements that have it in their spans. New elements are written without it. */
  readonly elementSeparator?: string;
  /** Writes new texts of one list as elements of it, in the style of the file. */
  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[];
  /** Returns what stands around the elements of a list that has fewer than two. */
  spaceOf(list: TemplateList): ListSpace;
}

/** The white space and the separators of a list. */
export interface ListSpace {
  before: string;
  between: string;
  after: string;
  /** The least white space before and behind a new element. Default: as between the list's other elements. */
  aroundNew?: string;
}

/** A text has no place in the template. The file is written without it. */
export class TemplateMisfitError extends Error {
  override readonly name = 'TemplateMisfitError';
}
