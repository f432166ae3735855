import type { Plural } from '../../model/plural';
import { isArgumentName, PLACEHOLDER } from '../plurals/icu-message';
import { detectStyle, findLookalikes, formatTokens, POSITIONAL, positionsOf, SYNTAXES } from './convert-placeholders';
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

/**
 * A plural with literal forms, and the `#`, `{name}` and `{name, number}` in them that are ICU arguments (see
 * `printPluralMessage`).
 */
export interface PluralWithPlaceholders extends Plural {
  readonly placeholders: readonly string[];
}

export interface PluralConversion {
  plural: PluralWithPlaceholders;
  /**
   * The placeholders that the target style has no equivalent for. If there is one, the plural is unchanged, unless it
   * becomes forms.
   */
  unconverted: string[];
}

export interface PluralConversionOptions {
  /** The argument names of the source text, see `argumentOrder`. */
  order?: readonly string[];
  /**
   * The plural becomes forms of a file: placeholders without an equivalent stay as they are, and the number has the
   * name that the programs of the format give it. Default: the plural stays an ICU message.
   */
  asForms?: boolean;
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
  options: PluralConversionOptions = {},
): PluralConversion {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  const style = from ?? (plural.placeholders.length > 0 ? 'icu' : detectStyle(texts.join('\n')));
  if (style === undefined) return { plural, unconverted: findLookalikes(texts.join('\n'), to) };
  if (style === to) return { plural, unconverted: [] };
  if (style === 'icu' && areIn(texts, plural, to)) return { plural: { ...plural, placeholders: [] }, unconverted: [] };
  const parsed = style === 'icu' ? parseIcuForms(texts, plural) : texts.map((text) => SYNTAXES[style].parse(text));
  if (parsed.every((form) => form.every((token) => typeof token === 'string'))) return { plural, unconverted: [] };
  const marked = markCount(parsed, plural.arg);
  const formatted = to === 'icu' ? formatIcuForms(marked) : formatForms(marked, plural.arg, to, options);
  const unconverted = [...new Set(formatted.unconverted)];
  if (unconverted.length > 0 && !options.asForms) return { plural, unconverted };
  return { plural: withTexts(plural, formatted), unconverted };
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

/**
 * Returns whether all arguments of ICU belong to placeholders of another style: `{count}` of `%{count}`, which is one
 * of Ruby.
 */
function areIn(forms: readonly string[], { placeholders }: PluralWithPlaceholders, style: PlaceholderStyle): boolean {
  if (placeholders.length === 0) return false;
  const rest = forms.flatMap((form) =>
    SYNTAXES[style]
      .parse(form)
      .map((token) => (typeof token === 'string' ? token : isPlaceholder(token) ? '' : token.unsupported)),
  );
  return rest.every((text) => placeholders.every((raw) => !text.includes(raw)));
}

function parseIcuForms(forms: readonly string[], { arg, placeholders }: PluralWithPlaceholders): Token[][] {
  const tokens = new Map(placeholders.map((raw) => [raw, toPlaceholder(raw, arg)]));
  return forms.map((form) => tokenize(form, form.matchAll(PLACEHOLDER), ([raw]) => tokens.get(raw) ?? raw));
}

function toPlaceholder(raw: string, arg: string): Placeholder {
  const [name = '', type] = raw === '#' ? [arg] : raw.slice(1, -1).split(', ');
  if (name === arg) return { argument: COUNT, conversion: 'd', modifiers: '', raw };
  return { argument: parseArgument(name), conversion: type === undefined ? 's' : 'n', modifiers: '', raw };
}

/** Replaces the argument that is the count by `COUNT`. */
function markCount(forms: readonly Token[][], arg: string): Token[][] {
  const placeholders = placeholdersOf(forms);
  if (placeholders.some(({ argument }) => argument === COUNT)) return [...forms];
  const count = findCount(placeholders, parseArgument(arg));
  if (count === undefined) return [...forms];
  const toCount = (token: Placeholder): Placeholder =>
    token.argument === count
      ? { ...token, argument: COUNT, conversion: token.conversion === 's' ? 'd' : token.conversion }
      : token;
  return forms.map((form) => mapPlaceholders(form, toCount));
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
    for (const [raw] of token.matchAll(PLACEHOLDER)) found.add(raw);
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
  { order = [], asForms = false }: PluralConversionOptions,
): FormattedForms {
  const replaced = replaceArguments(forms, asForms ? countName(arg, forms, to) : arg, to, order);
  const result: FormattedForms = { texts: [], placeholders: [], unconverted: [] };
  for (const form of replaced) {
    const { formatted, unconverted } = formatTokens(form, to);
    result.unconverted.push(...unconverted);
    result.texts.push(formatted ?? (asForms ? formatPartially(form, to, new Set(unconverted)) : ''));
  }
  return result;
}

/**
 * Returns the arguments of a plural, as it has them, by the arguments that `convertPluralPlaceholders` writes for them.
 */
export function argumentsIn(
  plural: PluralWithPlaceholders,
  { from, to, order }: { from: PlaceholderStyle; to: PlaceholderStyle; order: readonly string[] },
): Map<Argument, string> {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  const parsed =
    from === 'icu'
      ? [plural.placeholders.map((raw) => toPlaceholder(raw, plural.arg))]
      : markCount(
          texts.map((text) => SYNTAXES[from].parse(text)),
          plural.arg,
        );
  const replaced = replaceArguments(parsed, countName(plural.arg, parsed, to), to, order);
  const found = new Map<Argument, string>();
  for (const token of placeholdersOf(replaced)) {
    if (!found.has(token.argument)) found.set(token.argument, token.raw);
  }
  return found;
}

/**
 * Formats a form with those placeholders that have no equivalent as they are; as a whole it stays only if that would be
 * read differently.
 */
function formatPartially(form: readonly Token[], to: PlaceholderStyle, unconverted: ReadonlySet<string>): string {
  const rawOf = (token: Token): string =>
    typeof token === 'string' ? token : isPlaceholder(token) ? token.raw : token.unsupported;
  const kept = form.map((token) => (unconverted.has(rawOf(token)) ? rawOf(token) : token));
  return formatTokens(kept, to).formatted ?? form.map(rawOf).join('');
}

/** The styles of the programs that select a form by an argument of this name. */
const NUMBER_IS_COUNT: ReadonlySet<PlaceholderStyle> = new Set(['i18next', 'ruby', 'laravel']);

/** Returns the name of the number in forms of a file. */
function countName(arg: string, forms: readonly Token[][], to: PlaceholderStyle): string {
  if (!NUMBER_IS_COUNT.has(to)) return arg;
  return placeholdersOf(forms).some(({ argument }) => argument === 'count') ? arg : 'count';
}

/** Replaces the count and the names by the arguments that the style has for them. */
function replaceArguments(
  forms: readonly Token[][],
  arg: string,
  to: PlaceholderStyle,
  order: readonly string[],
): Token[][] {
  const all = placeholdersOf(forms);
  // Qt counts the arguments beside the number.
  const names = to === 'qt' ? order.filter((name) => name !== arg) : order;
  const positions = POSITIONAL.has(to) ? positionsOf(names, all) : new Map<Argument, number>();
  const count = countArgument(to, all, arg, positions);
  return forms.map((form) =>
    mapPlaceholders(form, (token) => {
      if (token.argument === COUNT) return { ...token, ...count };
      const position = positions.get(token.argument);
      return position === undefined ? token : { ...token, argument: position };
    }),
  );
}

/**
 * Returns the argument of the count: its name in styles with names, else its position in the source text or the first
 * one that no other argument has.
 */
function countArgument(
  to: PlaceholderStyle,
  all: readonly Placeholder[],
  arg: string,
  positions: ReadonlyMap<Argument, number>,
): { argument: Argument; conversion?: string } {
  if (to === 'qt') return { argument: COUNT };
  if (NAMED.has(to)) return { argument: parseArgument(arg), conversion: 's' };
  if (to === 'printf' && all.some(({ argument }) => typeof argument === 'string')) return { argument: arg };
  const own = positions.get(arg);
  if (own !== undefined) return { argument: own };
  const taken = new Set([...all.map(({ argument }) => argument), ...positions.values()]);
  let position = 0;
  while (taken.has(position)) position++;
  return { argument: position };
}

/** The styles with a name for each argument. */
const NAMED: ReadonlySet<PlaceholderStyle> = new Set(['i18next', 'ruby', 'fluent', 'laravel']);
