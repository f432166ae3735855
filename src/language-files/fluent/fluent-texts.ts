import type { FormatCodec } from '../model/codec';
import type { Plural } from '../model/plural';
import { hasI18nextPlaceholder, I18NEXT_REFERENCE, isI18nextText } from '../text/messages/i18next-text';
import { convertPlaceholders } from '../text/placeholders/convert-placeholders';
import { convertPluralPlaceholders } from '../text/placeholders/convert-plural-placeholders';
import { fluentSyntax, isFluentText } from '../text/placeholders/fluent-syntax';
import { referencesIn } from './fluent-references';
import { icuToFluent } from './icu-to-fluent';

type Translate = NonNullable<FormatCodec['translate']>;

/**
 * Writes a text of ICU or i18next in the syntax of Fluent, where `{name}` would be a message and `{{name}}` one, too. A
 * text with a placeable that only Fluent has, or with a reference to a message, is one of Fluent.
 */
export const toFluentValue: Translate = (value, texts, warn) => {
  const forms = typeof value === 'string' ? [value] : [...value.exact.values(), ...value.forms.values()];
  if (!areForeign(forms) || forms.some((form) => referencesIn(form).some((name) => texts.isMessage(name))))
    return value;
  if (texts.isKept) return value;
  const { text, unconverted } = typeof value === 'string' ? toFluentText(value) : toFluentForms(value);
  if (unconverted.length > 0) {
    const detail = `${unconverted.join(', ')} cannot be written in the style fluent`;
    warn('placeholder_not_converted', detail);
  }
  return text;
};

/** Whether braces of the texts may mean something else than they do in Fluent, or references are those of i18next. */
const areForeign = (forms: readonly string[]): boolean =>
  forms.some((form) => form.includes('{') || form.includes(I18NEXT_REFERENCE)) && !forms.some(isFluentText);

interface Conversion<T> {
  text: T;
  unconverted: readonly string[];
}

function toFluentText(text: string): Conversion<string> {
  const converted = isI18nextText(text) ? undefined : icuToFluent(text);
  if (converted) return converted;
  return hasI18nextPlaceholder(text) ? convertPlaceholders(text, 'i18next', 'fluent') : { text, unconverted: [] };
}

/** Returns the plural that a file of Fluent has for one of the project, unless the file has messages of its names. */
export function writtenInFluent<T extends Plural>(plural: T): T {
  if (!areForeign([...plural.exact.values(), ...plural.forms.values()])) return plural;
  const { exact, forms } = toFluentForms(plural).text;
  return { ...plural, exact, forms };
}

/**
 * The arguments of an ICU plural are in the syntax of Fluent already: other braces are literal text, or placeholders of
 * i18next.
 */
function toFluentForms(plural: Plural): Conversion<Plural> {
  if ([...plural.exact.values(), ...plural.forms.values()].some(hasI18nextPlaceholder)) {
    const converted = convertPluralPlaceholders({ ...plural, placeholders: [] }, 'i18next', 'fluent');
    return { text: converted.plural, unconverted: converted.unconverted };
  }
  const escape = (form: string): string => (referencesIn(form).length > 0 ? fluentSyntax.escape(form) : form);
  const escaped = <K>(forms: ReadonlyMap<K, string>): Map<K, string> =>
    new Map(Array.from(forms, ([selector, form]) => [selector, escape(form)]));
  return { text: { ...plural, exact: escaped(plural.exact), forms: escaped(plural.forms) }, unconverted: [] };
}
