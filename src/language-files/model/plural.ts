import type { PlaceholderStyle } from '../text/placeholders/placeholder';

/** The plural categories of CLDR, in the order in which ICU messages are written (UTS #35, part 3). */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

/**
 * A plural as a format with plural forms of its own holds it. Each form is the literal, unescaped text of the file: `{`
 * and `#` are ordinary characters. The project stores a plural as an ICU message; `toMessage` and `fromMessage`
 * convert.
 */
export interface Plural {
  /** `cardinal` is ICU's `plural`, `ordinal` its `selectordinal`. */
  type: 'cardinal' | 'ordinal';
  /** The argument that selects the form; `count` where the file names none. */
  arg: string;
  /** The `=N` forms, by number. */
  exact: ReadonlyMap<number, string>;
  /** The forms by category. `other` is always present. */
  forms: ReadonlyMap<PluralCategory, string>;
  /**
   * The message of the project that the plural is: a template may hold it as a plain text, and a format may have no
   * such plural.
   */
  message?: string;
  /** The forms have arguments of another format, which the tools of the format do not read. */
  foreign?: ForeignArguments;
}

export interface ForeignArguments {
  style: PlaceholderStyle;
  /** The argument names of the source text, which give names their positions. */
  order: readonly string[];
}

/** The categories that stand for one number and no other, with that number. */
export type SoleNumbers = ReadonlyMap<PluralCategory, number>;

/** The forms that a file can hold. An import keeps the project's forms that are outside this scope. */
export interface PluralScope {
  /** Categories that the file has a form for. If `other` is absent, it is a copy of the last category. */
  categories: readonly PluralCategory[];
  /** The categories that hold the forms of exact numbers. */
  numbers?: SoleNumbers;
  /** Exact numbers that the file has a form for: any number, only 0, or none. */
  exact: 'all' | 'zero' | 'none';
  /** The style of the placeholders in the forms. Default: the style of the project. */
  style?: PlaceholderStyle;
}
