import {
  FunctionReference,
  Identifier,
  type InlineExpression,
  type Pattern,
  Placeable,
  SelectExpression,
  StringLiteral,
  VariableReference,
  type Variant,
} from '@fluent/syntax';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import { UnwritableTextError } from '../model/format-errors';
import { isPluralCategory } from '../text/plurals/categories';
import { readPattern, writePattern } from './pattern-text';

/** The indentation of a variant's text relative to its message. */
export const VARIANT_INDENT = 8;
/** Names that ICU messages accept as arguments too; they do not accept `-`. */
const ARGUMENT = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/**
 * Reads a pattern that is only a selector on a number as a plural. Every variant must be a CLDR category or a whole
 * number, `other` the default, and the numbers must come first, because Fluent selects the first variant that matches
 * and ICU the exact one. `NUMBER($n, type: "ordinal")` selects ordinals.
 *
 * @returns undefined for any other pattern, which is read as text
 */
export function readPlural(source: string, pattern: Pattern, indent: number): Plural | undefined {
  const [element, ...others] = pattern.elements;
  if (others.length > 0 || !(element instanceof Placeable)) return undefined;
  if (!(element.expression instanceof SelectExpression)) return undefined;
  const selector = readSelector(element.expression.selector);
  if (!selector) return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const variant of element.expression.variants) {
    const text = readPattern(source, variant.value, indent + VARIANT_INDENT);
    const isAdded =
      variant.key instanceof Identifier
        ? addCategory(variant.key.name, variant, text, forms)
        : forms.size === 0 && addExactNumber(variant.key.value, variant, text, exact);
    if (!isAdded) return undefined;
  }
  return forms.has('other') ? { ...selector, exact, forms } : undefined;
}

/** @returns false if the variant is not a form of a plural */
function addCategory(name: string, variant: Variant, text: string, forms: Map<PluralCategory, string>): boolean {
  if (!isPluralCategory(name) || forms.has(name) || variant.default !== (name === 'other')) return false;
  forms.set(name, text);
  return true;
}

/** @returns false if the variant is not a form of a plural */
function addExactNumber(digits: string, variant: Variant, text: string, exact: Map<number, string>): boolean {
  const number = Number(digits);
  const isCanonical = /^\d{1,15}$/.test(digits) && String(number) === digits;
  if (!isCanonical || exact.has(number) || variant.default) return false;
  exact.set(number, text);
  return true;
}

function readSelector(selector: InlineExpression): Pick<Plural, 'type' | 'arg'> | undefined {
  if (selector instanceof VariableReference) {
    return ARGUMENT.test(selector.id.name) ? { type: 'cardinal', arg: selector.id.name } : undefined;
  }
  if (!(selector instanceof FunctionReference) || selector.id.name !== 'NUMBER') return undefined;
  const { positional, named } = selector.arguments;
  const [number] = positional;
  const [option] = named;
  const isOrdinal =
    option?.name.name === 'type' && option.value instanceof StringLiteral && option.value.value === 'ordinal';
  if (!isOrdinal || positional.length !== 1 || named.length !== 1) return undefined;
  if (!(number instanceof VariableReference) || !ARGUMENT.test(number.id.name)) return undefined;
  return { type: 'ordinal', arg: number.id.name };
}

/** @throws UnwritableTextError for an argument or a number that Fluent's syntax does not allow */
export function refusePlural(key: string, { arg, exact }: Plural): void {
  if (!/^[a-zA-Z][\w-]*$/.test(arg)) {
    throw new UnwritableTextError(key, `${JSON.stringify(arg)} cannot be an argument in Fluent`);
  }
  for (const number of exact.keys()) {
    if (/^-?\d+(\.\d+)?$/.test(String(number))) continue;
    throw new UnwritableTextError(key, `Fluent cannot represent the number ${number}`);
  }
}

/** Prints a plural that `refusePlural` accepts. */
export function writePlural(plural: Plural, indent: number): string {
  const argument = `$${plural.arg}`;
  const lines = [plural.type === 'ordinal' ? `{ NUMBER(${argument}, type: "ordinal") ->` : `{ ${argument} ->`];
  for (const [number, text] of [...plural.exact].sort(([a], [b]) => a - b)) {
    lines.push(`    [${number}]${writePattern(text, VARIANT_INDENT)}`);
  }
  for (const category of PLURAL_CATEGORIES) {
    const text = plural.forms.get(category);
    if (text === undefined) continue;
    lines.push(`${category === 'other' ? '   *' : '    '}[${category}]${writePattern(text, VARIANT_INDENT)}`);
  }
  const margin = ' '.repeat(indent);
  return `\n${[...lines, '}'].join('\n')}`.replace(/\n(?=[^\n])/g, `\n${margin}`);
}
