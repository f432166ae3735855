import {
  FunctionReference,
  Identifier,
  type InlineExpression,
  Message,
  NumberLiteral,
  type Pattern,
  Placeable,
  SelectExpression,
  StringLiteral,
  VariableReference,
  type Variant,
} from '@fluent/syntax';
import { PLURAL_CATEGORIES, type Plural } from '../model/plural';
import { icuSyntax } from '../text/placeholders/brace-syntax';
import { isPluralCategory } from '../text/plurals/categories';
import { isArgumentName, quoteForm } from '../text/plurals/icu-message';
import { parseResource } from './fluent-parser';
import { VALUE_INDENT, writePattern } from './pattern-text';

export interface IcuConversion {
  text: string;
  /** The placeables that ICU has no equivalent for, as written. If there is one, the text is unchanged. */
  unconverted: string[];
}

/** Converts a text of Fluent, as `readPattern` returns it, to an ICU message. */
export function fluentToIcu(text: string): IcuConversion {
  const printer = new IcuPrinter();
  const message = printer.print(text);
  return printer.unconverted.size > 0
    ? { text, unconverted: [...printer.unconverted] }
    : { text: message, unconverted: [] };
}

/** Converts a plural whose forms are texts of Fluent. `unconverted` belongs to all forms. */
export function fluentPluralToIcu(plural: Plural): IcuConversion {
  const { type, arg, exact, forms } = plural;
  const printer = new IcuPrinter();
  const options = [
    ...[...exact].sort(([a], [b]) => a - b).map(([n, form]) => [`=${n}`, printer.print(form, arg)] as const),
    ...PLURAL_CATEGORIES.flatMap((category) => {
      const form = forms.get(category);
      return form === undefined ? [] : [[category, printer.print(form, arg)] as const];
    }),
  ];
  const text = printChoice(arg, type === 'ordinal' ? 'selectordinal' : 'plural', options);
  return { text, unconverted: [...printer.unconverted] };
}

const quoteText = (text: string): string => icuSyntax.escape(text);

type Options = readonly (readonly [selector: string, text: string])[];

const printChoice = (arg: string, type: string, options: Options): string =>
  `{${arg}, ${type}, ${options.map(([selector, text]) => `${selector} {${text}}`).join(' ')}}`;

/** An integer as a selector of ICU and Fluent. */
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;

class IcuPrinter {
  readonly unconverted = new Set<string>();
  private source = '';

  /** @param count the argument of the plural that the text is a form of */
  print(text: string, count?: string): string {
    this.source = `m =${writePattern(text, VALUE_INDENT)}\n`;
    const [message] = parseResource(this.source).body;
    return message instanceof Message && message.value ? this.printPattern(message.value, count) : '';
  }

  /** Literal texts that stand side by side are quoted together. */
  private printPattern({ elements }: Pattern, count: string | undefined): string {
    const quote = count === undefined ? quoteText : quoteForm;
    let printed = '';
    let literal = '';
    for (const element of elements) {
      const text = element instanceof Placeable ? literalOf(element) : element.value;
      if (text !== undefined) literal += text;
      else if (element instanceof Placeable) {
        printed += quote(literal) + this.printPlaceable(element, count);
        literal = '';
      }
    }
    return printed + quote(literal);
  }

  private printPlaceable(placeable: Placeable, count: string | undefined): string {
    const expression = innerOf(placeable);
    const printed =
      expression instanceof SelectExpression ? this.printSelect(expression) : printArgument(expression, count);
    if (printed !== undefined) return printed;
    this.unconverted.add(this.source.slice(placeable.span?.start, placeable.span?.end));
    return '';
  }

  /** Returns undefined for a selector or variants that ICU does not have. */
  private printSelect({ selector, variants }: SelectExpression): string | undefined {
    const chosen = readSelector(selector);
    const fallback = variants.find((variant) => variant.default);
    if (!chosen || !fallback) return undefined;
    const names = variants.map(nameOf);
    const others = variants.filter((variant) => variant !== fallback);
    const isNumeric =
      chosen.isNumber ||
      others.length === 0 ||
      others.some((variant) => isNumber(variant) || isPluralCategory(nameOf(variant)));
    const isComplete =
      new Set(names).size === names.length && (nameOf(fallback) === 'other' || !names.includes('other'));
    if (!isComplete || (isNumeric && !others.every(isNumberVariant)) || !areNumbersFirst(variants)) return undefined;
    const print = ({ value }: Variant): string => this.printPattern(value, isNumeric ? chosen.name : undefined);
    const options = variants
      .filter((variant) => variant !== fallback || (nameOf(variant) !== 'other' && isOption(variant, isNumeric)))
      .map((variant) => [isNumber(variant) ? `=${nameOf(variant)}` : nameOf(variant), print(variant)] as const);
    const type = chosen.isOrdinal ? 'selectordinal' : isNumeric ? 'plural' : 'select';
    return printChoice(chosen.name, type, [...options, ['other', print(fallback)]]);
  }
}

/** Returns what a placeable contains, which may be in further braces. */
function innerOf({ expression }: Placeable): Exclude<Placeable['expression'], Placeable> {
  return expression instanceof Placeable ? innerOf(expression) : expression;
}

function literalOf(placeable: Placeable): string | undefined {
  const expression = innerOf(placeable);
  if (expression instanceof StringLiteral) return expression.parse().value;
  return expression instanceof NumberLiteral ? expression.value : undefined;
}

const nameOf = ({ key }: Variant): string => (key instanceof Identifier ? key.name : key.value);
const isNumber = ({ key }: Variant): boolean => !(key instanceof Identifier);
const isNumberVariant = (variant: Variant): boolean =>
  isNumber(variant) ? INTEGER.test(nameOf(variant)) : isPluralCategory(nameOf(variant));
/** Whether the default variant is an option beside `other`, which ICU shows for everything else. */
const isOption = (variant: Variant, isNumeric: boolean): boolean => !isNumeric || isNumberVariant(variant);

/** Fluent takes the first variant that matches, and ICU the exact number. */
function areNumbersFirst(variants: readonly Variant[]): boolean {
  const firstName = variants.findIndex((variant) => !isNumber(variant) && !variant.default);
  return firstName < 0 || variants.slice(firstName).every((variant) => !isNumber(variant));
}

/** Returns undefined for an expression that ICU does not have. */
function printArgument(
  expression: Exclude<InlineExpression, Placeable>,
  count: string | undefined,
): string | undefined {
  if (expression instanceof VariableReference) {
    const { name } = expression.id;
    if (name === count) return '#';
    return isArgumentName(name) ? `{${name}}` : undefined;
  }
  const call = readCall(expression);
  if (!call || !isArgumentName(call.name)) return undefined;
  if (call.function === 'DATETIME') return call.options.size === 0 ? `{${call.name}, date}` : undefined;
  if (call.function !== 'NUMBER') return undefined;
  if (call.options.size === 0) return call.name === count ? '#' : `{${call.name}, number}`;
  const isInteger = call.options.size === 1 && call.options.get('maximumFractionDigits') === '0';
  return isInteger ? `{${call.name}, number, integer}` : undefined;
}

/** Returns a function that is called with one variable. */
function readCall(
  expression: InlineExpression,
): { function: string; name: string; options: ReadonlyMap<string, string> } | undefined {
  if (!(expression instanceof FunctionReference)) return undefined;
  const { positional, named } = expression.arguments;
  const [variable, ...more] = positional;
  if (!(variable instanceof VariableReference) || more.length > 0) return undefined;
  const options = new Map(named.map(({ name, value }) => [name.name, value.value]));
  return { function: expression.id.name, name: variable.id.name, options };
}

function readSelector(selector: InlineExpression): { name: string; isNumber: boolean; isOrdinal: boolean } | undefined {
  if (selector instanceof VariableReference) {
    return isArgumentName(selector.id.name) ? { name: selector.id.name, isNumber: false, isOrdinal: false } : undefined;
  }
  const call = readCall(selector);
  if (call?.function !== 'NUMBER' || !isArgumentName(call.name)) return undefined;
  const isOrdinal = call.options.size === 1 && call.options.get('type') === 'ordinal';
  return isOrdinal || call.options.size === 0 ? { name: call.name, isNumber: true, isOrdinal } : undefined;
}
