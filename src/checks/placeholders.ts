import { ARGUMENT_END, ARGUMENT_START } from '../language-files/messages';
import { Flag, flagsOf } from './character-flags';

/** A placeholder of a text, in any style. */
export interface FoundPlaceholder {
  /**
   * Equal for placeholders of the same argument: `%s` and `%1$s`, `{name}` and `{ name }`. `${name}` is the argument of
   * `{name}`, because the sign may stand for a currency, which stands elsewhere in other languages.
   */
  readonly id: string;
  /** As written in the text. */
  readonly raw: string;
  /** `loose`: what looks like one may be literal text: `%d` in `50%die`, `:name` in `Note:name`. */
  readonly certainty: 'certain' | 'loose';
  /** It is literal text for ICU, which shows it as it is; the program may replace it afterwards. */
  readonly isQuoted: boolean;
}

/** A style of placeholders. */
interface Style {
  /** The flag of the texts that may have some: one without `%` needs no search for `%`. */
  readonly flag: number;
  /** Matches at one place of a text. */
  readonly pattern: RegExp;
  /** Reads the groups of a match. Returns false for one that is literal text. */
  readonly read: (reader: PlaceholderReader, match: RegExpExecArray) => boolean;
}

/**
 * The placeholders of all styles, the longer ones first: ICU, Fluent, .NET and Python `{name}`; i18next, Handlebars
 * `{{name}}`; JavaScript `${name}`; Ruby `%{name}`, `%<name>d`; Python `%(name)s`; printf, Android and Apple `%1$s`,
 * `%@`, `%#@name@`; Symfony `%name%`; Qt `%1`, `%n`; i18next `$t(key)`; Chrome `$NAME$`; Vue `@:key`; Laravel `:name`;
 * Mozilla `&name;`.
 */
const STYLES: readonly (readonly [starts: string, flag: number, pattern: RegExp, read: Style['read']])[] = [
  [
    ARGUMENT_START,
    Flag.brace,
    new RegExp(`${ARGUMENT_START}([^${ARGUMENT_END}]{1,200})${ARGUMENT_END}`, 'y'),
    (reader, [, name = '']) => reader.addArgument(name),
  ],
  [
    '{',
    Flag.brace,
    /\{\{\{?([^{}\n]{1,300})\}\}\}?/y,
    (reader, [raw, inner = '']) => reader.add(`{{${DOUBLE.exec(inner)?.[1] ?? inner}}}`, raw),
  ],
  ['$#%', Flag.brace, /[$#%]\{([^{}\n]{1,200})\}/y, (reader, [raw, inner = '']) => reader.addSigned(raw, inner)],
  ['{', Flag.brace, /(?<!\\[NpPux])\{([^{}]{0,200})\}/y, (reader, [raw, inner = '']) => reader.addSingle(raw, inner)],
  [
    '%',
    Flag.percent,
    /%\(([^()]{1,200})\)[-+#0 ]{0,5}\d{0,4}(?:\.\d{1,4})?[hlL]?[diouxXeEfFgGcrsa]/y,
    (reader, [raw, name = '']) => reader.add(`%(${name})`, raw),
  ],
  [
    '%',
    Flag.percent,
    /%<(?!PRI)(\w{1,200})>[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/y,
    (reader, [raw, name = '']) => reader.add(`%{${name}}`, raw),
  ],
  ['%', Flag.percent, /%(?:\d+\$)?#@([^@]{1,200})@/y, (reader, [raw, name = '']) => reader.add(`%#@${name}@`, raw)],
  ['%', Flag.percent, /%%/y, () => false],
  [
    '%',
    Flag.percent,
    /%(?!(?:hh|h|ll|l|q|L|j|z|t)?[diouxXeEfFgGaAcCsSp]%)[A-Za-z_][\w.]{2,60}%(?![A-Za-z@])/y,
    (reader, [raw]) => reader.add(raw, raw),
  ],
  [
    '%',
    Flag.percent,
    /%(?!-[a-z]{2})(?:([1-9]\d{0,2})\$)?[-+#0,'I]{0,5}(\*(?:\d{1,2}\$)?|\d{0,4})(?:\.(\*(?:\d{1,2}\$)?|\d{0,4}))?(?:hh|ll|[hlqLzjt])?([diouxXeEfFgGaAcCsSpDUO@]|<PRI\w{1,10}>)/y,
    (reader, match) => reader.addPrintf(match),
  ],
  ['%', Flag.percent, /%(L?\d|n)(?![\w$])/y, (reader, [raw, number = '']) => reader.addQt(raw, number)],
  ['$', Flag.dollar, /\$t\(([^(),]{1,200})/y, (reader, [raw, key = '']) => reader.add(`$t(${key.trim()}`, raw)],
  ['$', Flag.dollar, /\$[A-Za-z_][\w@]{1,60}\$/y, (reader, [raw]) => reader.add(raw.toLowerCase(), raw, 'loose')],
  [
    '@',
    Flag.at,
    /(?<![\w@])@(?:\.\w{1,30})?:\(?([\w.]{1,200})/y,
    (reader, [raw, key = '']) => reader.add(`@:${key.replace(/\.$/, '')}`, raw, 'loose'),
  ],
  [
    ':',
    Flag.colon,
    /(?<![\w:.)\]}%/[']):[A-Za-z][A-Za-z_]{1,60}(?![\w:])/y,
    (reader, [raw]) => reader.add(raw.toLowerCase(), raw, 'loose'),
  ],
  [
    '&',
    Flag.ampersand,
    /&[a-z]{3,60}(?:[A-Z][A-Za-z]{1,60}|[.-][A-Za-z])[\w.-]{0,60};/y,
    (reader, [raw]) => reader.add(raw, raw),
  ],
];

const FLAGS = STYLES.reduce((flags, [, flag]) => flags | flag, 0);
const STARTS = FLAGS | Flag.hash;

/** The styles whose placeholders start with a code unit, in their order. */
const STYLES_BY_START = new Map<number, Style[]>();
for (const [starts, flag, pattern, read] of STYLES) {
  for (const start of starts) {
    const unit = start.charCodeAt(0);
    STYLES_BY_START.set(unit, [...(STYLES_BY_START.get(unit) ?? []), { flag, pattern, read }]);
  }
}

/**
 * Conversions of dates: a text with one of them is a format of strftime, whose order and conversions are translated.
 */
const STRFTIME = /%[-_0^#EO]?(?:[YymHMBbRTklPZ]|I(?![\d.']))(?![a-z])|^%[cxX]$/;

/** A choice of Fluent (`{ $n -> … }`): its variables are compared, and no more is known about its text. */
const FLUENT_CHOICE = /\{\s*[^{}"]{1,200}->/;
const FLUENT_VARIABLE = /\$[A-Za-z][\w-]{0,100}/g;

export const isFluentChoice = (text: string): boolean => text.includes('->') && FLUENT_CHOICE.test(text);

/** Text behind so many placeholders is literal, so that no text takes long. */
export const MAX_PLACEHOLDERS = 1_000;

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the placeholders of a text and replaces them. Takes linear time.
 *
 * @param flags of the text
 * @param mark what each placeholder is replaced by
 * @param isIcuForm the text is a form of an ICU message, whose arguments are marked
 * @returns `spans`: the places of the placeholders, in their order; the whole of a choice of Fluent
 */
export function scanPlaceholders(
  text: string,
  flags: number,
  mark: string,
  isIcuForm: boolean,
): { found: FoundPlaceholder[]; rest: string; spans: Span[] } {
  let searched = flags & FLAGS;
  // A text of several lines with `:name` is the help of a command.
  if ((flags & Flag.newline) !== 0) searched &= ~Flag.colon;
  if ((searched & Flag.percent) !== 0 && STRFTIME.test(text)) searched &= ~Flag.percent;
  const found: FoundPlaceholder[] = [];
  const spans: Span[] = [];
  if (searched === 0) return { found, rest: text, spans };
  if ((searched & Flag.brace) !== 0 && isFluentChoice(text)) {
    for (const [raw] of text.matchAll(FLUENT_VARIABLE))
      found.push({ id: `{${raw}}`, raw, certainty: 'certain', isQuoted: isIcuForm });
    return { found, rest: mark, spans: [{ start: 0, end: text.length }] };
  }
  const reader = new PlaceholderReader(found, isIcuForm, (searched & Flag.percent) !== 0 && FIRST_QT.test(text));
  let rest = '';
  let end = 0;
  for (let i = 0; i < text.length && found.length < MAX_PLACEHOLDERS;) {
    const length = readAt(text, i, searched, reader);
    if (length > 0) {
      rest += text.slice(end, i) + mark;
      end = i + length;
      spans.push({ start: i, end });
    }
    i += Math.abs(length) || 1;
  }
  return { found, rest: end === 0 ? text : rest + text.slice(end), spans };
}

/** Returns the length of the placeholder at an index; if it is literal text, negative; 0 if there is none. */
function readAt(text: string, index: number, searched: number, reader: PlaceholderReader): number {
  const unit = text.charCodeAt(index);
  if ((flagsOf(unit) & STARTS) === 0) return 0;
  for (const { flag, pattern, read } of STYLES_BY_START.get(unit) ?? []) {
    if ((flag & searched) === 0) continue;
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match) return read(reader, match) ? match[0].length : -match[0].length;
  }
  return 0;
}

/** The first placeholder of Qt, or of a library that counts from 0. */
const FIRST_QT = /%(?:L?[01]|n)(?![\w$])/;

/**
 * A name or a number, and what a format may add to it: `{0:n2}`, `{0,10}`, `{name!r}`, `{n, number}`, `{a.b[0]}`.
 * `{a,b}` lists the values of an option.
 */
const SINGLE =
  /^\s*(-?\$?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.\-[\]]*)\s*(?:[:!|][^]*|,\s*(?:-?\d|number|date|time|spellout|ordinal|duration|list|plural|select)[^]*)?$/u;
const FLUENT_FUNCTION = /^\s*[A-Z][A-Z0-9_-]*\(\s*(\$[A-Za-z][\w-]*)/;
const DOUBLE = /^\s*[-&#/^>=]?\s*([^,|\s][^,|]*?)\s*(?:[,|][^]*)?$/;

const TYPES: ReadonlyMap<string, string> = new Map([
  ...[...'diouxXDUO'].map((letter) => [letter, 'd'] as const),
  ...[...'eEfFgGaA'].map((letter) => [letter, 'f'] as const),
  ...[...'sS'].map((letter) => [letter, 's'] as const),
  ...[...'cC'].map((letter) => [letter, 'c'] as const),
]);

/** Names the placeholders of a text in their order, which gives those without a position theirs. */
class PlaceholderReader {
  private next = 0;
  private empty = 0;

  /** @param hasFirstQt the text has the first placeholder of Qt. Else `%60` is a percentage, as Turkish writes it. */
  constructor(
    private readonly found: FoundPlaceholder[],
    private readonly isIcuForm: boolean,
    private readonly hasFirstQt: boolean,
  ) {}

  // Each returns false for literal text.

  addArgument(name: string): boolean {
    const raw = `{${name}}`;
    this.found.push({ id: raw, raw, certainty: 'certain', isQuoted: false });
    return true;
  }

  add(id: string, raw: string, certainty: FoundPlaceholder['certainty'] = 'certain'): boolean {
    this.found.push({ id, raw, certainty, isQuoted: this.isIcuForm });
    return true;
  }

  addSingle(raw: string, inner: string): boolean {
    if (inner.trim() === '') return inner === '' && this.add(`{${this.empty++}}`, raw);
    const name = SINGLE.exec(inner)?.[1] ?? FLUENT_FUNCTION.exec(inner)?.[1];
    return name !== undefined && this.add(`{${name}}`, raw);
  }

  addSigned(raw: string, inner: string): boolean {
    const name = SINGLE.exec(inner)?.[1];
    return name !== undefined && this.add(`${raw.startsWith('%') ? '%' : ''}{${name}}`, raw);
  }

  addQt(raw: string, number: string): boolean {
    return this.hasFirstQt && this.add(`%${number.replace('L', '')}`, raw, 'loose');
  }

  /** A width or precision of `*` is an argument as well. */
  addPrintf([raw, position, width, precision, conversion = '']: readonly string[]): boolean {
    if (width === '*') this.next++;
    if (precision === '*') this.next++;
    const type = conversion.startsWith('<PRI') ? 'd' : (TYPES.get(conversion) ?? conversion);
    const index = position === undefined ? this.next++ : Number(position) - 1;
    return this.add(`%${index}${type}`, raw ?? '', position === undefined ? 'loose' : 'certain');
  }
}

/**
 * Returns the placeholder that one with a percent sign may be as well, because some languages write the sign before the
 * number: `{0} %` is `%{0}` in Turkish.
 */
export const withoutPercent = (id: string): string => (id.startsWith('%{') ? id.slice(1) : id);
