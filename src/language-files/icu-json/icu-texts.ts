import { fluentPluralToIcu, fluentToIcu } from '../fluent/fluent-to-icu';
import { referencesIn } from '../fluent/fluent-references';
import type { FormatCodec, TextsOfFile } from '../model/codec';
import { hasI18nextPlaceholder, I18NEXT_REFERENCE, isI18nextText } from '../text/messages/i18next-text';
import { hasIcuType, parseMessage } from '../text/messages/message-tree';
import { convertPlaceholders } from '../text/placeholders/convert-placeholders';
import { convertPluralPlaceholders } from '../text/placeholders/convert-plural-placeholders';
import { foreignStyle } from '../text/placeholders/foreign-arguments';
import { isFluentText } from '../text/placeholders/fluent-syntax';
import { parsePluralMessage, type PluralMessage, printPluralMessage } from '../text/plurals/icu-message';

interface Conversion {
  text: string;
  unconverted: readonly string[];
}

/**
 * Writes texts of Fluent and i18next, which ICU refuses, as ICU messages. What ICU refuses then is a warning, as is a
 * reference to another message.
 *
 * @param hasTags the programs of the format read `<b>` as a part of the message
 */
export const toIcuText =
  (hasTags: boolean): NonNullable<FormatCodec['translate']> =>
  (value, texts, warn) => {
    const signs = ['{', I18NEXT_REFERENCE, ...(hasTags ? ['<'] : [])];
    if (typeof value !== 'string' || !signs.some((sign) => value.includes(sign))) return value;
    const { text, unconverted } = convert(value, texts);
    const isUnchanged = unconverted.length === 0 && text === value;
    const references =
      isUnchanged && texts.hasFluent ? referencesIn(value).filter((name) => texts.isMessage(name)) : [];
    const refused = [...unconverted, ...references.map((name) => `{${name}}`)];
    if (refused.length > 0) {
      const detail = `${refused.join(', ')} cannot be written in the style icu`;
      warn('placeholder_not_converted', detail);
    }
    const parsed = parseMessage(text, hasTags);
    if (!Array.isArray(parsed)) {
      const place = parsed.offset === undefined ? '' : `, at character ${parsed.offset + 1}`;
      warn('message_refused', `programs that read ICU messages refuse the text: ${parsed.detail}${place}`);
    }
    return text;
  };

function convert(text: string, texts: TextsOfFile): Conversion {
  const unchanged = { text, unconverted: [] };
  const plural = parsePluralMessage(text);
  if (plural) return plural.placeholders.length === 0 && !texts.isKept ? convertPlural(plural, text) : unchanged;
  // For ICU, `'{ $name }'` is literal text in quotes.
  if (isFluentText(text)) return texts.isKept ? unchanged : fluentToIcu(text);
  const isI18next = isI18nextText(text) || (hasI18nextPlaceholder(text) && texts.hasI18next && !hasIcuType(text));
  return isI18next && !texts.isKept ? convertPlaceholders(text, 'i18next', 'icu') : unchanged;
}

/** Converts a plural whose forms are literal texts, as other formats have them. */
function convertPlural(plural: PluralMessage, text: string): Conversion {
  const forms = [...plural.exact.values(), ...plural.forms.values()];
  if (forms.some(isFluentText)) {
    const converted = fluentPluralToIcu(plural);
    return converted.unconverted.length > 0 ? { ...converted, text } : converted;
  }
  const style = foreignStyle(plural, 'icu');
  if (style === undefined) return { text, unconverted: [] };
  const { plural: converted, unconverted } = convertPluralPlaceholders(plural, style, 'icu');
  return { text: printPluralMessage(converted, converted.placeholders), unconverted };
}
