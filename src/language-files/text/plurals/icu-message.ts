import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';
import { isPluralCategory } from './categories';

/** A plural that was parsed from an ICU message, with the arguments in its forms. */
export interface PluralMessage extends Plural {
  /**
   * The arguments of the forms, each once: `#`, `{name}` and `{name, number}`. The literal forms contain them as
   * exactly this text, which does not differ from a literal `#`; `printPluralMessage` writes the listed ones as
   * arguments.
   */
  readonly placeholders: readonly string[];
}

/**
 * Parses an ICU message that is exactly one simple `plural` or `selectordinal`: without text around it and without an
 * offset, and with nothing in its forms but text, `#`, `{name}` and `{name, number}`, none of which also occurs as
 * quoted text. The forms are returned as literal text, without the quotes of ICU.
 *
 * @returns undefined for every other text
 */
export function parsePluralMessage(text: string): PluralMessage | undefined {
  if (!looksLikePlural(text)) return undefined;
  const [element, ...rest] = tryParse(text);
  if (!element || rest.length > 0 || element.type !== TYPE.plural || element.offset !== 0) return undefined;
  return toPluralMessage(element);
}

/**
 * Prints a plural as `{arg, plural, =N {…} zero {…} one {…} two {…} few {…} many {…} other {…}}`: exact forms by
 * number, then the categories. Special characters are quoted, except in placeholders. `parsePluralMessage`
 * returns the same plural.
 *
 * @param placeholders the `#` and `{name}` that are arguments, from the message that the plural was parsed from
 */
export function printPluralMessage(plural: Plural, placeholders: readonly string[] = []): string {
  const exact = [...plural.exact].sort(([a], [b]) => a - b).map(([n, form]) => [`=${n}`, form] as const);
  const categories = PLURAL_CATEGORIES.flatMap((category) => {
    const form = plural.forms.get(category);
    return form === undefined ? [] : [[category, form] as const];
  });
  const unquoted = new Set(placeholders);
  const forms = [...exact, ...categories].map(([selector, form]) => `${selector} {${printForm(form, unquoted)}}`);
  const type = plural.type === 'ordinal' ? 'selectordinal' : 'plural';
  return `{${plural.arg}, ${type}, ${forms.join(' ')}}`;
}

/**
 * Returns the ICU message of a plural: the message of the project or, for a plural of a file, its printed form. For
 * formats that cannot hold the plural.
 */
export const toIcuMessage = (plural: Plural): string => plural.message ?? printIcuMessage(plural);

/** Prints a plural as its ICU message, with the placeholders of a `PluralMessage`. */
export function printIcuMessage(plural: Plural): string {
  const names: unknown = 'placeholders' in plural ? plural.placeholders : [];
  const placeholders = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  return printPluralMessage(plural, placeholders);
}

/**
 * Returns whether ICU accepts the name of an argument: no white space and no syntax characters (UTS #31,
 * Pattern_Syntax).
 */
export const isArgumentName = (name: string): boolean => /^[^\p{Pattern_White_Space}\p{Pattern_Syntax}]+$/u.test(name);

/** Returns whether a text may be a plural message. The check is cheap, because most texts are not messages at all. */
export function looksLikePlural(text: string): boolean {
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  return text.includes('plural') || text.includes('selectordinal');
}

/** Returns whether a message contains a plural anywhere: within text, nested, or with an offset. */
export const containsPlural = (text: string): boolean =>
  /\{\s*[^\s{},]{1,200}\s*,\s*(?:plural|selectordinal)\s*,/.test(text) && tryParse(text).length > 0;

function tryParse(text: string): MessageFormatElement[] {
  try {
    // Without `captureLocation`, the parser removes the locations again, which takes as long as parsing.
    return parse(text, { ignoreTag: true, captureEscapes: true, captureLocation: true });
  } catch {
    // SyntaxError: the text is not an ICU message. RangeError: it is nested deeper than the stack.
    return [];
  }
}

function toPluralMessage(element: PluralElement): PluralMessage | undefined {
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  const reader = new FormReader();
  for (const [selector, option] of Object.entries(element.options)) {
    const form = reader.read(option.value);
    const number = parseExactNumber(selector);
    if (form === undefined) return undefined;
    if (number !== undefined) exact.set(number, form);
    else if (isPluralCategory(selector)) forms.set(selector, form);
    else return undefined;
  }
  if (reader.isAmbiguous()) return undefined;
  const type = element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal';
  return { type, arg: element.value, exact, forms, placeholders: [...reader.placeholders] };
}

/** Parses `=1`. Other spellings of the number, such as `=01`, are refused because they would be printed differently. */
function parseExactNumber(selector: string): number | undefined {
  const number = Number(selector.slice(1));
  return selector.startsWith('=') && Number.isSafeInteger(number) && selector === `=${number}` ? number : undefined;
}

/** Converts the forms of one message to literal text. */
class FormReader {
  readonly placeholders = new Set<string>();
  private readonly literals: string[] = [];

  /** Returns undefined for a form that contains more than text, `#`, `{name}` and `{name, number}`. */
  read(elements: readonly MessageFormatElement[]): string | undefined {
    let form = '';
    for (const element of elements) {
      const literal = toLiteral(element);
      if (literal === undefined) return undefined;
      if (element.type === TYPE.literal) this.literals.push(literal);
      else this.placeholders.add(literal);
      form += literal;
    }
    return form;
  }

  /** Returns whether a placeholder also occurs as quoted text (`#` and `'#'`): the two are the same literal text. */
  isAmbiguous(): boolean {
    return this.literals.some((literal) =>
      [...literal.matchAll(PLACEHOLDER)].some(([name]) => this.placeholders.has(name)),
    );
  }
}

function toLiteral(element: MessageFormatElement): string | undefined {
  if (element.type === TYPE.pound) return '#';
  if (element.type === TYPE.argument) return `{${element.value}}`;
  if (element.type === TYPE.number && !element.style) return `{${element.value}, number}`;
  if (element.type !== TYPE.literal) return undefined;
  // FormatJS reads `'<` as the start of a quotation and ICU does not. A text that they read differently is refused.
  return unquote(element.rawValue ?? element.value) === element.value ? element.value : undefined;
}

/**
 * ICU's ApostropheMode DOUBLE_OPTIONAL in a plural: `''` is an apostrophe; one before `{`, `}` or `#` starts a
 * quotation.
 */
const unquote = (raw: string): string =>
  raw.replace(/''|'([{}#](?:[^']|'')*)'?/g, (match, quoted: string | undefined) =>
    quoted === undefined ? match.slice(1) : quoted.replaceAll("''", "'"),
  );

/** The syntax of a placeholder in a literal form. Literal braces may be around a `#`, which no name of an argument has. */
export const PLACEHOLDER = /#|\{[^{}#]*\}/g;

function printForm(form: string, placeholders: ReadonlySet<string>): string {
  let printed = '';
  let end = 0;
  for (const { 0: name, index } of form.matchAll(PLACEHOLDER)) {
    if (!placeholders.has(name)) continue;
    printed += quoteForm(form.slice(end, index)) + name;
    end = index + name.length;
  }
  return printed + quoteForm(form.slice(end));
}

/** Quotes runs of special characters in a form, so that FormatJS and ICU4J read the same text. */
export function quoteForm(text: string): string {
  // A replacement that is a string is four times as fast as a function.
  if (!text.includes("'")) return text.replace(/[{}#]+/g, "'$&'");
  return text.replace(/[{}#']+/g, (run) => {
    const doubled = run.replaceAll("'", "''");
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled;
  });
}
