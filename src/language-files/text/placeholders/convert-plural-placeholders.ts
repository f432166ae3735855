import type { Plural } from '../../model/plural';
import { isArgumentName } from '../plurals/icu-message';
import { detectStyle, findLookalikes, formatTokens, SYNTAXES, withPositions } from './convert-placeholders';
import {
  type Argument,
  argumentName,
  COUNT,
  isPlaceholder,
  mapPlaceholders,
  parseArgument,
  type Placeholder,
  type PlaceholderStyle,
  type Token,
  tokenize,
} from './placeholder';

/** A plural with literal forms, and the `#` and `{name}` in them that are ICU arguments (see `printPluralMessage`). */
export interface PluralWithPlaceholders extends Plural {
  readonly placeholders: readonly string[];
}

export interface PluralConversion {
  plural: PluralWithPlaceholders;
  /** The placeholders that the target style has no equivalent for. If there is one, the plural is unchanged. */
  unconverted: string[];
}

/**
 * Converts all forms of a plural or none, as `convertPlaceholders` does for a text. The count is recognized in every
 * style: ICU's `#`, the argument that the plural is named after (`{{count}}`), or the only integer among positions
 * (`%d`).
 */
export function convertPluralPlaceholders(
  plural: PluralWithPlaceholders,
  from: PlaceholderStyle | undefined,
  to: PlaceholderStyle,
  order: readonly string[] = [],
): PluralConversion {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  const style = from ?? (plural.placeholders.length > 0 ? 'icu' : detectStyle(texts.join('\n')));
  if (style === undefined) return { plural, unconverted: findLookalikes(texts.join('\n'), to) };
  if (style === to) return { plural, unconverted: [] };
  const parsed = style === 'icu' ? parseIcuForms(texts, plural) : texts.map((text) => SYNTAXES[style].parse(text));
  if (parsed.every((form) => form.every((token) => typeof token === 'string'))) return { plural, unconverted: [] };
  const marked = markCount(parsed, plural.arg);
  const formatted = to === 'icu' ? formatIcuForms(marked) : formatForms(marked, plural.arg, to, order);
  if (formatted.unconverted.length > 0) return { plural, unconverted: [...new Set(formatted.unconverted)] };
  return { plural: withTexts(plural, formatted), unconverted: [] };
}

/** The converted texts of all forms, in the order of the exact forms and then the categories. */
interface FormattedForms {
  texts: string[];
  placeholders: string[];
  unconverted: string[];
}

function withTexts(plural: PluralWithPlaceholders, { texts, placeholders }: FormattedForms): PluralWithPlaceholders {
  const next = texts[Symbol.iterator]();
  const replaceTexts = <K>(forms: ReadonlyMap<K, string>): Map<K, string> =>
    new Map([...forms.keys()].map((key) => [key, next.next().value ?? '']));
  const [exact, forms] = [replaceTexts(plural.exact), replaceTexts(plural.forms)];
  return { ...plural, exact, forms, placeholders };
}

const ICU_FORM = /#|\{([^{}]*)\}/g;

function parseIcuForms(forms: readonly string[], { arg, placeholders }: PluralWithPlaceholders): Token[][] {
  const tokens = new Map(placeholders.map((raw) => [raw, toPlaceholder(raw, arg)]));
  return forms.map((form) => tokenize(form, form.matchAll(ICU_FORM), ([raw]) => tokens.get(raw) ?? raw));
}

function toPlaceholder(raw: string, arg: string): Placeholder {
  const name = raw === '#' ? arg : raw.slice(1, -1);
  if (name === arg) return { argument: COUNT, conversion: 'd', modifiers: '', raw };
  return { argument: parseArgument(name), conversion: 's', modifiers: '', raw };
}

/** Replaces the argument that is the count by `COUNT`. */
function markCount(forms: readonly Token[][], arg: string): Token[][] {
  const placeholders = placeholdersOf(forms);
  if (placeholders.some(({ argument }) => argument === COUNT)) return [...forms];
  const count = findCount(placeholders, parseArgument(arg));
  if (count === undefined) return [...forms];
  return forms.map((form) =>
    mapPlaceholders(form, (token) => (token.argument === count ? { ...token, argument: COUNT } : token)),
  );
}

/** Returns the placeholders of all forms, the same object once. */
function placeholdersOf(forms: readonly Token[][]): Placeholder[] {
  const found = new Set<Placeholder>();
  for (const form of forms) {
    for (const token of form) if (isPlaceholder(token)) found.add(token);
  }
  return [...found];
}

function findCount(placeholders: readonly Placeholder[], named: Argument): Argument | undefined {
  if (placeholders.some(({ argument }) => argument === named)) return named;
  const integers = placeholders.filter(({ conversion }) => conversion === 'd').map(({ argument }) => argument);
  const [only, ...others] = new Set(integers);
  return typeof only === 'number' && others.length === 0 ? only : undefined;
}

/** Formats the forms for ICU. They stay literal, so literal text that looks like one of their arguments is refused. */
function formatIcuForms(forms: readonly Token[][]): FormattedForms {
  const result: FormattedForms = { texts: [], placeholders: [], unconverted: [] };
  const used = new Set<string>();
  for (const form of forms) {
    let text = '';
    for (const token of form) {
      if (typeof token === 'string') text += token;
      else {
        const argument = isPlaceholder(token) ? formatIcuArgument(token) : undefined;
        if (argument === undefined) result.unconverted.push(isPlaceholder(token) ? token.raw : token.unsupported);
        else used.add(argument);
        text += argument ?? '';
      }
    }
    result.texts.push(text);
  }
  const lookalikes = findLiteralArguments(forms);
  for (const argument of used) if (lookalikes.has(argument)) result.unconverted.push(argument);
  result.placeholders = [...used];
  return result;
}

/** Returns the `#` and `{name}` of literal text. */
function findLiteralArguments(forms: readonly Token[][]): Set<string> {
  const found = new Set<string>();
  for (const token of forms.flat()) {
    if (typeof token !== 'string') continue;
    // A `#` may be inside the braces of another match.
    if (token.includes('#')) found.add('#');
    for (const [raw] of token.matchAll(ICU_FORM)) found.add(raw);
  }
  return found;
}

function formatIcuArgument({ argument, conversion, modifiers }: Placeholder): string | undefined {
  if (modifiers !== '') return undefined;
  if (argument === COUNT) return '#';
  const name = argumentName(argument);
  return conversion === 's' && name !== undefined && isArgumentName(name) ? `{${name}}` : undefined;
}

function formatForms(
  forms: readonly Token[][],
  arg: string,
  to: PlaceholderStyle,
  order: readonly string[],
): FormattedForms {
  const positioned = forms.map((form) => withPositions(form, to, order));
  const count = countArgument(to, positioned, arg);
  const result: FormattedForms = { texts: [], placeholders: [], unconverted: [] };
  for (const form of positioned) {
    const named = mapPlaceholders(form, (token) => (token.argument === COUNT ? { ...token, ...count } : token));
    const { formatted, unconverted } = formatTokens(named, to);
    result.texts.push(formatted ?? '');
    result.unconverted.push(...unconverted);
  }
  return result;
}

/**
 * Returns the argument of the count: its name in styles with names, else the first position that no other argument has.
 */
function countArgument(
  to: PlaceholderStyle,
  forms: readonly Token[][],
  arg: string,
): { argument: Argument; conversion?: string } {
  const others = new Set(placeholdersOf(forms).map(({ argument }) => argument));
  if (to === 'i18next' || to === 'ruby') return { argument: parseArgument(arg), conversion: 's' };
  if (to === 'printf' && [...others].some((argument) => typeof argument === 'string')) return { argument: arg };
  let position = 0;
  while (others.has(position)) position++;
  return { argument: position };
}
