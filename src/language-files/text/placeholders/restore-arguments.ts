import { SYNTAXES } from './convert-placeholders';
import { argumentsIn, convertPluralPlaceholders, type PluralWithPlaceholders } from './convert-plural-placeholders';
import { type Argument, isPlaceholder, type PlaceholderStyle, type Token } from './placeholder';

interface Restoration {
  /** The style of the arguments in the reference. */
  from: PlaceholderStyle;
  /** The style of the format. */
  style: PlaceholderStyle;
  order: readonly string[];
}

/**
 * Writes the arguments of the project in the forms of a file, where the file has them in the style of its format:
 * reverts `convertPluralPlaceholders`. A form that stands for one of the reference becomes that form.
 *
 * @param plural has the forms of the file, and the argument and the placeholders of the reference
 */
export function restoreArguments(
  plural: PluralWithPlaceholders,
  reference: PluralWithPlaceholders,
  { from, style, order }: Restoration,
): PluralWithPlaceholders {
  const { plural: written } = convertPluralPlaceholders(reference, from, style, { order, asForms: true });
  const known = new Map([...pairs(written.exact, reference.exact), ...pairs(written.forms, reference.forms)]);
  const names = argumentsIn(reference, { from, to: style, order });
  const parsed = new Map(
    [...plural.exact.values(), ...plural.forms.values()].map((form) => [form, parse(form, style)]),
  );
  const restored = [...parsed.values()].flat().some((token) => isPlaceholder(token) && names.has(token.argument));
  const spelling = restored ? spellingOf(names, [...parsed.values()], plural) : names;
  const write = (form: string): string => {
    const own = known.get(form);
    if (own !== undefined && spelling === names) return own;
    if (!restored) return own ?? form;
    return (parsed.get(form) ?? []).map((token) => writeToken(token, spelling, from)).join('');
  };
  const placeholders =
    spelling === names
      ? plural.placeholders
      : plural.placeholders.map((raw) => (raw === '#' ? `{${plural.arg}}` : raw));
  return { ...plural, exact: mapForms(plural.exact, write), forms: mapForms(plural.forms, write), placeholders };
}

const parse = (form: string, style: PlaceholderStyle): Token[] => SYNTAXES[style].parse(form);

/** `#` as literal text would be the number: the number is `{count}` then. */
function spellingOf(
  names: ReadonlyMap<Argument, string>,
  forms: readonly Token[][],
  { arg }: PluralWithPlaceholders,
): ReadonlyMap<Argument, string> {
  const hasLiteral = forms.flat().some((token) => typeof token === 'string' && token.includes('#'));
  if (!hasLiteral || ![...names.values()].includes('#')) return names;
  return new Map(Array.from(names, ([argument, raw]) => [argument, raw === '#' ? `{${arg}}` : raw]));
}

function writeToken(token: Token, names: ReadonlyMap<Argument, string>, style: PlaceholderStyle): string {
  // The literal text of a message of ICU is in quotes where it is printed.
  if (typeof token === 'string') return style === 'icu' ? token : SYNTAXES[style].escape(token);
  return isPlaceholder(token) ? (names.get(token.argument) ?? token.raw) : token.unsupported;
}

const pairs = <K>(written: ReadonlyMap<K, string>, own: ReadonlyMap<K, string>): [string, string][] =>
  Array.from(written, ([selector, form]) => [form, own.get(selector) ?? form]);

const mapForms = <K>(forms: ReadonlyMap<K, string>, write: (form: string) => string): Map<K, string> =>
  new Map(Array.from(forms, ([selector, form]) => [selector, write(form)]));
