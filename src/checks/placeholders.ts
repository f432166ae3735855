import { ARGUMENT_END, ARGUMENT_START } from '../language-files/messages';
import { Flag } from './character-flags';

/** A placeholder of a text, in any style. */
export interface FoundPlaceholder {
  /**
   * Equal for placeholders of the same argument: `%s` and `%1$s`, `{name}` and `{ name }`. `${name}` is that of `{name}`, because
   * the sign may be that of a currency, which stands elsewhere in other languages.
   */
  readonly id: string;
  /** As written in the text. */
  readonly raw: string;
  /** `loose`: what looks like one may be literal text: `%d` in `50%die`, `:name` in `Note:name`. */
  readonly certainty: 'certain' | 'loose';
  /** It is literal text for ICU, which shows it as it is; the program may replace it afterwards. */
  readonly isQuoted: boolean;
}

/**
 * The placeholders of all styles, the longer ones first: ICU, Fluent, .NET and Python `{name}`; i18next, Handlebars `{{name}}`;
 * JavaScript `${name}`; Ruby `%{name}`, `%<name>d`; Python `%(name)s`; printf, Android and Apple `%1$s`, `%@`, `%#@name@`; Symfony
 * `%name%`; Qt `%1`, `%n`; i18next `$t(key)`; Chrome `$NAME$`; Vue `@:key`; Laravel `:name`; Mozilla `&name;`.
 */
const PATTERNS: readonly (readonly [flag: number, source: string])[] = [
  [Flag.brace, `${ARGUMENT_START}(?<argument>[^${ARGUMENT_END}]{1,200})${ARGUMENT_END}`],
  [Flag.brace, String.raw`\{\{\{?(?<double>[^{}\n]{1,300})\}\}\}?`],
  [Flag.brace, String.raw`[$#%]\{(?<signed>[^{}\n]{1,200})\}`],
  [Flag.brace, String.raw`(?<!\\[NpPux])\{(?<single>[^{}]{0,200})\}`],
  [Flag.percent, String.raw`%\((?<python>[^()]{1,200})\)[-+#0 ]{0,5}\d{0,4}(?:\.\d{1,4})?[hlL]?[diouxXeEfFgGcrsa]`],
  [Flag.percent, String.raw`%<(?!PRI)(?<ruby>\w{1,200})>[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]`],
  [Flag.percent, String.raw`%(?:\d+\$)?#@(?<variable>[^@]{1,200})@`],
  [Flag.percent, '%%'],
  [
    Flag.percent,
    String.raw`%(?!(?:hh|h|ll|l|q|L|j|z|t)?[diouxXeEfFgGaAcCsSp]%)(?<symfony>[A-Za-z_][\w.]{2,60})%(?![A-Za-z@])`,
  ],
  [
    Flag.percent,
    String.raw`%(?!-[a-z]{2})(?:(?<position>[1-9]\d{0,2})\$)?[-+#0,'I]{0,5}(?<width>\*(?:\d{1,2}\$)?|\d{0,4})(?:\.(?<precision>\*(?:\d{1,2}\$)?|\d{0,4}))?(?:hh|ll|[hlqLzjt])?(?<conversion>[diouxXeEfFgGaAcCsSpDUO@]|<PRI\w{1,10}>)`,
  ],
  [Flag.percent, String.raw`%(?<qt>L?\d|n)(?![\w$])`],
  [Flag.dollar, String.raw`\$t\((?<nested>[^(),]{1,200})`],
  [Flag.dollar, String.raw`\$(?<chrome>[A-Za-z_][\w@]{1,60})\$`],
  [Flag.at, String.raw`(?<![\w@])@(?:\.\w{1,30})?:\(?(?<linked>[\w.]{1,200})`],
  [Flag.colon, String.raw`(?<![\w:.)\]}%/['])(?<laravel>:[A-Za-z][A-Za-z_]{1,60})(?![\w:])`],
  [Flag.ampersand, String.raw`&(?<entity>[a-z]{3,60}(?:[A-Z][A-Za-z]{1,60}|[.-][A-Za-z])[\w.-]{0,60});`],
];
const ALL_FLAGS = PATTERNS.reduce((flags, [flag]) => flags | flag, 0);

/** Patterns by the flags of the texts that they are for, because one without `%` needs no search for `%`. */
const patterns = new Map<number, RegExp>();

function patternFor(flags: number): RegExp {
  const known = patterns.get(flags);
  if (known) return known;
  const pattern = new RegExp(
    PATTERNS.filter(([flag]) => (flags & flag) !== 0)
      .map(([, source]) => source)
      .join('|'),
    'g',
  );
  patterns.set(flags, pattern);
  return pattern;
}

/** Conversions of dates: a text with one of them is a format of strftime, whose order and conversions are translated. */
const STRFTIME = /%[-_0^#EO]?(?:[YymHMBbRTklPZ]|I(?![\d.']))(?![a-z])|^%[cxX]$/;

/** A choice of Fluent (`{ $n -> … }`): its variables are compared, and no more is known about its text. */
const FLUENT_CHOICE = /\{\s*[^{}"]{1,200}->/;
const FLUENT_VARIABLE = /\$[A-Za-z][\w-]{0,100}/g;

export const isFluentChoice = (text: string): boolean => text.includes('->') && FLUENT_CHOICE.test(text);

/** Text behind so many placeholders is literal, so that no text takes long. */
const MAX_PLACEHOLDERS = 1_000;

/**
 * Finds the placeholders of a text and replaces them. Takes linear time.
 *
 * @param flags of the text
 * @param mark what each placeholder is replaced by
 * @param isIcuForm the text is a form of an ICU message, whose arguments are marked
 */
export function scanPlaceholders(
  text: string,
  flags: number,
  mark: string,
  isIcuForm: boolean,
): { found: FoundPlaceholder[]; rest: string } {
  let wanted = flags & ALL_FLAGS;
  // A text of several lines with `:name` is the help of a command.
  if ((flags & Flag.newline) !== 0) wanted &= ~Flag.colon;
  if ((wanted & Flag.percent) !== 0 && STRFTIME.test(text)) wanted &= ~Flag.percent;
  const found: FoundPlaceholder[] = [];
  if (wanted === 0) return { found, rest: text };
  if ((wanted & Flag.brace) !== 0 && isFluentChoice(text)) {
    for (const [raw] of text.matchAll(FLUENT_VARIABLE))
      found.push({ id: `{${raw}}`, raw, certainty: 'certain', isQuoted: isIcuForm });
    return { found, rest: mark };
  }
  const pattern = patternFor(wanted);
  pattern.lastIndex = 0;
  const reader = new PlaceholderReader(found, isIcuForm, (wanted & Flag.percent) !== 0 && FIRST_QT.test(text));
  let rest = '';
  let end = 0;
  for (let match = pattern.exec(text); match && found.length < MAX_PLACEHOLDERS; match = pattern.exec(text)) {
    if (!reader.read(match)) continue;
    rest += text.slice(end, match.index) + mark;
    end = pattern.lastIndex;
  }
  return { found, rest: end === 0 ? text : rest + text.slice(end) };
}

/** The first placeholder of Qt, or of a library that counts from 0. */
const FIRST_QT = /%(?:L?[01]|n)(?![\w$])/;

/**
 * A name or a number, and what a format may add to it: `{0:n2}`, `{0,10}`, `{name!r}`, `{n, number}`, `{a.b[0]}`. `{a,b}` lists the
 * values of an option.
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

  /** Returns false for a match that is literal text. */
  read(match: RegExpExecArray): boolean {
    const { 0: raw, groups = {} } = match;
    const { argument, single, double, signed, python, ruby, variable, symfony, conversion, qt } = groups;
    if (argument !== undefined) {
      this.found.push({ id: `{${argument}}`, raw: `{${argument}}`, certainty: 'certain', isQuoted: false });
      return true;
    }
    if (single !== undefined) return this.readSingle(raw, single);
    if (conversion !== undefined) return this.readPrintf(raw, groups);
    if (double !== undefined) return this.add(`{{${DOUBLE.exec(double)?.[1] ?? double}}}`, raw);
    if (signed !== undefined) {
      const name = SINGLE.exec(signed)?.[1];
      return name !== undefined && this.add(`${raw.startsWith('%') ? '%' : ''}{${name}}`, raw);
    }
    if (python !== undefined) return this.add(`%(${python})`, raw);
    if (ruby !== undefined) return this.add(`%{${ruby}}`, raw);
    if (variable !== undefined) return this.add(`%#@${variable}@`, raw);
    if (symfony !== undefined) return this.add(raw, raw);
    if (qt !== undefined) return this.hasFirstQt && this.add(`%${qt.replace('L', '')}`, raw, 'loose');
    const { nested, chrome, linked, laravel, entity } = groups;
    if (nested !== undefined) return this.add(`$t(${nested.trim()}`, raw);
    if (chrome !== undefined) return this.add(raw.toLowerCase(), raw, 'loose');
    if (linked !== undefined) return this.add(`@:${linked.replace(/\.$/, '')}`, raw, 'loose');
    if (laravel !== undefined) return this.add(laravel.toLowerCase(), raw, 'loose');
    if (entity !== undefined) return this.add(raw, raw);
    // `%%`
    return false;
  }

  private add(id: string, raw: string, certainty: FoundPlaceholder['certainty'] = 'certain'): boolean {
    this.found.push({ id, raw, certainty, isQuoted: this.isIcuForm });
    return true;
  }

  private readSingle(raw: string, inner: string): boolean {
    if (inner.trim() === '') return inner === '' && this.add(`{${this.empty++}}`, raw);
    const name = SINGLE.exec(inner)?.[1] ?? FLUENT_FUNCTION.exec(inner)?.[1];
    return name !== undefined && this.add(`{${name}}`, raw);
  }

  /** A width or precision of `*` is an argument as well. */
  private readPrintf(
    raw: string,
    { position, width, precision, conversion = '' }: Record<string, string | undefined>,
  ): boolean {
    if (width === '*') this.next++;
    if (precision === '*') this.next++;
    const type = conversion.startsWith('<PRI') ? 'd' : (TYPES.get(conversion) ?? conversion);
    const index = position === undefined ? this.next++ : Number(position) - 1;
    return this.add(`%${index}${type}`, raw, position === undefined ? 'loose' : 'certain');
  }
}

/**
 * Returns the placeholder that one with a percent sign may be as well, because some languages write the sign before the number:
 * `{0} %` is `%{0}` in Turkish.
 */
export const withoutPercent = (id: string): string => (id.startsWith('%{') ? id.slice(1) : id);
