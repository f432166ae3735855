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

/** How much deeper than its message the text of a variant is written. */
const VARIANT_INDENT = 8;
/** Names that are arguments in ICU messages as well, where `-` is not. */
const ARGUMENT = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/**
 * The plural that a pattern is, if it is a selector on a number alone: every variant a CLDR category or a whole number, `other`
 * the default, and the numbers first, since Fluent takes the first variant that fits and ICU the exact one. Anything
 * else stays as source. `NUMBER($n, type: "ordinal")` selects ordinals.
 */
export function readPlural(source: string, pattern: Pattern, spaces: number): Plural | undefined {
  const [element, ...more] = pattern.elements;
  if (more.length > 0 || !(element instanceof Placeable) || !(element.expression instanceof SelectExpression))
    return undefined;
  const selector = readSelector(element.expression.selector);
  if (!selector) return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const variant of element.expression.variants) {
    const text = readPattern(source, variant.value, spaces + VARIANT_INDENT);
    if (!addForm(variant, text, exact, forms)) return undefined;
  }
  return forms.has('other') ? { ...selector, exact, forms } : undefined;
}

function addForm(
  { key, default: isDefault }: Variant,
  text: string,
  exact: Map<number, string>,
  forms: Map<PluralCategory, string>,
): boolean {
  if (key instanceof Identifier) {
    if (!isPluralCategory(key.name) || forms.has(key.name) || isDefault !== (key.name === 'other')) return false;
    forms.set(key.name, text);
    return true;
  }
  const number = Number(key.value);
  if (!/^\d{1,15}$/.test(key.value) || String(number) !== key.value || exact.has(number) || forms.size > 0 || isDefault)
    return false;
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
  const ordinal =
    option?.name.name === 'type' && option.value instanceof StringLiteral && option.value.value === 'ordinal';
  if (!ordinal || positional.length !== 1 || named.length !== 1) return undefined;
  if (!(number instanceof VariableReference) || !ARGUMENT.test(number.id.name)) return undefined;
  return { type: 'ordinal', arg: number.id.name };
}

/** @throws UnwritableTextError for an argument or a number that Fluent has no name for */
export function writePlural(key: string, plural: Plural, spaces: number): string {
  if (!/^[a-zA-Z][\w-]*$/.test(plural.arg))
    throw new UnwritableTextError(key, `Fluent has no argument named ${JSON.stringify(plural.arg)}`);
  const argument = `$${plural.arg}`;
  const lines = [plural.type === 'ordinal' ? `{ NUMBER(${argument}, type: "ordinal") ->` : `{ ${argument} ->`];
  for (const [number, text] of [...plural.exact].sort(([a], [b]) => a - b)) {
    if (!/^-?\d+(\.\d+)?$/.test(String(number)))
      throw new UnwritableTextError(key, `Fluent cannot write the number ${number}`);
    lines.push(`    [${number}]${writePattern(text, VARIANT_INDENT)}`);
  }
  for (const category of PLURAL_CATEGORIES) {
    const text = plural.forms.get(category);
    if (text === undefined) continue;
    lines.push(`${category === 'other' ? '   *' : '    '}[${category}]${writePattern(text, VARIANT_INDENT)}`);
  }
  const margin = ' '.repeat(spaces);
  return `\n${[...lines, '}'].join('\n')}`.replace(/\n(?=[^\n])/g, `\n${margin}`);
}
