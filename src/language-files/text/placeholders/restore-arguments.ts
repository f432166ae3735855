import { writtenInFluent } from '../../fluent/fluent-texts';
import type { SoleNumbers } from '../../model/plural';
import { toCategories } from '../plurals/exact-forms';
import { SYNTAXES } from './convert-placeholders';
import { argumentsIn, convertPluralPlaceholders, type PluralWithPlaceholders } from './convert-plural-placeholders';
import { type Argument, isPlaceholder, type PlaceholderStyle, type Token } from './placeholder';

interface Restoration {
  /** The style of the arguments in the reference; undefined where it has none, or it is not certain. */
  from: PlaceholderStyle | undefined;
  /** The style of the format. */
  style: PlaceholderStyle;
  order: readonly string[];
  /** The categories that the file has for exact numbers of the reference. */
  numbers: SoleNumbers;
}

/**
 * Writes the arguments and the literal text of the project in the forms of a file, where the file has them in the style
 * of its format: reverts `convertPluralPlaceholders` and, for Fluent, `writtenInFluent`. A form that stands for a form of the reference
 * becomes that form; of forms that are written alike, the form with the same selector.
 *
 * @param plural has the forms of the file, and the argument and the placeholders of the reference
 */
export function restoreArguments(
  plural: PluralWithPlaceholders,
  reference: PluralWithPlaceholders,
  { from, style, order, numbers }: Restoration,
): PluralWithPlaceholders {
  const written = toCategories(writtenFor(reference, { from, style, order }), numbers);
  const own = toCategories(reference, numbers);
  const kept = {
    exact: unchanged(plural.exact, written.exact, own.exact),
    forms: unchanged(plural.forms, written.forms, own.forms, 'other'),
  };
  const isUnchanged = kept.exact.size === plural.exact.size && kept.forms.size === plural.forms.size;
  if (isUnchanged) return { ...plural, ...kept };
  const known = new Map([...pairs(written.exact, own.exact), ...pairs(written.forms, own.forms)]);
  const names = from ? argumentsIn(reference, { from, to: style, order }) : new Map<Argument, string>();
  const parsed = new Map(
    [...plural.exact.values(), ...plural.forms.values()].map((form) => [form, parse(form, style)]),
  );
  const restored = [...parsed.values()].flat().some((token) => isPlaceholder(token) && names.has(token.argument));
  const spelling = restored ? spellingOf(names, [...parsed.values()], plural) : names;
  const write = (form: string, former = known.get(form)): string => {
    if (former !== undefined && spelling === names) return former;
    if (!restored) return former ?? form;
    return (parsed.get(form) ?? []).map((token) => writeToken(token, spelling, from ?? style)).join('');
  };
  const placeholders =
    spelling === names
      ? plural.placeholders
      : plural.placeholders.map((raw) => (raw === '#' ? `{${plural.arg}}` : raw));
  return {
    ...plural,
    exact: mapForms(plural.exact, write, kept.exact),
    forms: mapForms(plural.forms, write, kept.forms),
    placeholders,
  };
}

/** Returns the forms that a file of the style has for the reference. */
function writtenFor(
  reference: PluralWithPlaceholders,
  { from, style, order }: Omit<Restoration, 'numbers'>,
): PluralWithPlaceholders {
  const converted = from
    ? convertPluralPlaceholders(reference, from, style, { order, asForms: true }).plural
    : reference;
  return style === 'fluent' ? writtenInFluent(converted) : converted;
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

/**
 * Returns the reference's forms of the selectors whose form in the file is as it was written. A missing form is a copy of the
 * fallback.
 */
function unchanged<K>(
  forms: ReadonlyMap<K, string>,
  written: ReadonlyMap<K, string>,
  own: ReadonlyMap<K, string>,
  fallback?: K,
): Map<K, string> {
  const formOf = (of: ReadonlyMap<K, string>, selector: K): string | undefined =>
    of.get(selector) ?? (fallback === undefined ? undefined : of.get(fallback));
  const found = new Map<K, string>();
  for (const [selector, form] of forms) {
    const ownForm = formOf(own, selector);
    if (ownForm !== undefined && formOf(written, selector) === form) found.set(selector, ownForm);
  }
  return found;
}

const mapForms = <K>(
  forms: ReadonlyMap<K, string>,
  write: (form: string, own?: string) => string,
  unchanged: ReadonlyMap<K, string>,
): Map<K, string> => new Map(Array.from(forms, ([selector, form]) => [selector, write(form, unchanged.get(selector))]));
