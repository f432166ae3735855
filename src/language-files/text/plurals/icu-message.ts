import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';
import { isPluralCategory } from './categories';

/** A plural that was an ICU message: a `Plural`, and what its literal texts cannot say. */
export interface PluralMessage extends Plural {
  /**
   * The arguments of the forms, each once: `#` and `{name}`. In the literal texts they stand as just that, so that
   * nobody else can tell them from a literal `#`; `printPluralMessage` makes them arguments again when given this list.
   */
  readonly placeholders: readonly string[];
}

/**
 * Reads an ICU message that is exactly one simple `plural` or `selectordinal`: no text around it, no offset, and in its
 * forms nothing but text, `#` and `{name}`, none of them also as quoted text. Forms come back literal, without ICU's quotes.
 *
 * @returns undefined for every other text, which then stays what it is
 */
export function parsePluralMessage(text: string): PluralMessage | undefined {
  if (!looksLikePlural(text)) return undefined;
  const [element, ...rest] = elements(text);
  if (!element || rest.length > 0 || element.type !== TYPE.plural || element.offset !== 0) return undefined;
  return pluralOf(element);
}

/**
 * `{arg, plural, =N {…} zero {…} one {…} two {…} few {…} many {…} other {…}}`: exact forms by number, then categories.
 * What is special to ICU in a form is quoted, but for the placeholders. `parsePluralMessage` gives the same plural back.
 *
 * @param placeholders `#` and `{name}` that are arguments, not text: those of the message that the plural was read from
 */
export function printPluralMessage(plural: Plural, placeholders: readonly string[] = []): string {
  const exact = [...plural.exact].sort(([a], [b]) => a - b).map(([n, form]) => [`=${n}`, form] as const);
  const categories = PLURAL_CATEGORIES.flatMap((category) => {
    const form = plural.forms.get(category);
    return form === undefined ? [] : [[category, form] as const];
  });
  const live = new Set(placeholders);
  const forms = [...exact, ...categories].map(([selector, form]) => `${selector} {${printForm(form, live)}}`);
  const type = plural.type === 'ordinal' ? 'selectordinal' : 'plural';
  return `{${plural.arg}, ${type}, ${forms.join(' ')}}`;
}

/** A plural as its ICU message, for formats that have no such plural; its placeholders stay, where the plural names them. */
export function toIcuMessage(plural: Plural): string {
  const names: unknown = 'placeholders' in plural ? plural.placeholders : [];
  const placeholders = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  return printPluralMessage(plural, placeholders);
}

/** Whether ICU can read the name of a plural's argument: no white space, no syntax (UTS #31, Pattern_Syntax). */
export const isArgumentName = (name: string): boolean => /^[^\p{Pattern_White_Space}\p{Pattern_Syntax}]+$/u.test(name);

/** False for every text that is no plural message. Costs nothing for the many texts that are no messages at all. */
export function looksLikePlural(text: string): boolean {
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  return text.includes('plural') || text.includes('selectordinal');
}

/** Whether a text that is not exactly one simple plural has one in it: with text around it, nested, with an offset. */
export const holdsPlural = (text: string): boolean =>
  /\{\s*[^\s{},]{1,200}\s*,\s*(?:plural|selectordinal)\s*,/.test(text) && elements(text).length > 0;

function elements(text: string): MessageFormatElement[] {
  try {
    return parse(text, { ignoreTag: true, captureEscapes: true });
  } catch {
    // SyntaxError: no ICU message. RangeError: nested deeper than the stack. Either way it is a text like any other.
    return [];
  }
}

function pluralOf(element: PluralElement): PluralMessage | undefined {
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  const text = new LiteralText();
  for (const [selector, option] of Object.entries(element.options)) {
    const form = text.formOf(option.value);
    const number = exactNumber(selector);
    if (form === undefined) return undefined;
    if (number !== undefined) exact.set(number, form);
    else if (isPluralCategory(selector)) forms.set(selector, form);
    else return undefined;
  }
  if (text.isAmbiguous()) return undefined;
  const type = element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal';
  return { type, arg: element.value, exact, forms, placeholders: [...text.placeholders] };
}

/** `=1` is 1; `=01` is not written that way by anybody and would not come back. */
function exactNumber(selector: string): number | undefined {
  const number = Number(selector.slice(1));
  return selector.startsWith('=') && Number.isSafeInteger(number) && selector === `=${number}` ? number : undefined;
}

/** The forms of one message as literal texts. */
class LiteralText {
  readonly placeholders = new Set<string>();
  private readonly literals: string[] = [];

  /** Undefined for a form that holds more than text, `#` and `{name}`. */
  formOf(parts: readonly MessageFormatElement[]): string | undefined {
    let form = '';
    for (const part of parts) {
      const literal = literalPart(part);
      if (literal === undefined) return undefined;
      if (part.type === TYPE.literal) this.literals.push(literal);
      else this.placeholders.add(literal);
      form += literal;
    }
    return form;
  }

  /** Both `#` and `'#'` in one message: as literal text, nobody could tell the one from the other. */
  isAmbiguous(): boolean {
    return this.literals.some((literal) =>
      [...literal.matchAll(PLACEHOLDER)].some(([name]) => this.placeholders.has(name)),
    );
  }
}

function literalPart(part: MessageFormatElement): string | undefined {
  if (part.type === TYPE.pound) return '#';
  if (part.type === TYPE.argument) return `{${part.value}}`;
  if (part.type !== TYPE.literal) return undefined;
  // formatjs takes `'<` for the start of a quotation, ICU does not. Where they differ, nobody can say what is meant.
  return unquote(part.rawValue ?? part.value) === part.value ? part.value : undefined;
}

/** ICU's ApostropheMode DOUBLE_OPTIONAL inside a plural: `''` is an apostrophe, one before `{`, `}`, `#` begins a quotation. */
const unquote = (raw: string): string =>
  raw.replace(/''|'([{}#](?:[^']|'')*)'?/g, (match, quoted: string | undefined) =>
    quoted === undefined ? match.slice(1) : quoted.replaceAll("''", "'"),
  );

/** What a placeholder looks like in a literal text. */
const PLACEHOLDER = /#|\{[^{}]*\}/g;

function printForm(form: string, placeholders: ReadonlySet<string>): string {
  let printed = '';
  let end = 0;
  for (const { 0: name, index } of form.matchAll(PLACEHOLDER)) {
    if (!placeholders.has(name)) continue;
    printed += quote(form.slice(end, index)) + name;
    end = index + name.length;
  }
  return printed + quote(form.slice(end));
}

/** Quotes runs of what is special to ICU, so that both formatjs and ICU4J read the same text back. */
const quote = (text: string): string =>
  text.replace(/[{}#']+/g, (run) => {
    const doubled = run.replaceAll("'", "''");
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled;
  });
