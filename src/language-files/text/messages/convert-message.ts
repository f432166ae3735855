import type { FormatCodec } from '../../model/codec';
import type { Plural } from '../../model/plural';
import type { Value } from '../../model/entry';
import { argumentNames, convertPlaceholders, placeholderStyle } from '../placeholders/convert-placeholders';
import { convertPluralPlaceholders } from '../placeholders/convert-plural-placeholders';
import type { PlaceholderStyle } from '../placeholders/placeholder';
import {
  holdsPlural,
  isArgumentName,
  type PluralMessage,
  parsePluralMessage,
  printPluralMessage,
  toIcuMessage,
} from '../plurals/icu-message';

/** How texts pass between files and the database, where a text is a string and a plural an ICU message. */
export interface MessageConversion {
  /** Placeholders are written in this style; undefined: they stay what they are. */
  style?: PlaceholderStyle;
  /** Told of what cannot be said on the other side. */
  warn: (code: 'placeholder_not_converted' | 'icu_placeholder_kept' | 'plural_as_icu', detail: string) => void;
}

/** @param source the source text, whose arguments say which position a name has */
export function toMessage(value: Value, { style, warn }: MessageConversion, source?: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return style === undefined ? value : converted(value, style, warn, namesIn(source));
  // A format may name its argument in ways that ICU cannot read.
  const arg = isArgumentName(value.arg) ? value.arg : 'count';
  if (style === undefined) return toIcuMessage({ ...value, arg });
  const plural = convertedPlural({ ...value, arg, placeholders: [] }, style, warn, namesIn(source));
  return printPluralMessage(plural, plural.placeholders);
}

/** As the format takes it: a `Plural` for one that has plurals of its own, else the message. */
export function fromMessage(
  text: string,
  codec: FormatCodec,
  { style, warn }: MessageConversion,
  source?: string,
): string | Plural {
  if (codec.plurals !== 'native' && style === undefined) return text;
  const plural = parsePluralMessage(text);
  if (!plural && codec.plurals === 'native' && holdsPlural(text))
    warn('plural_as_icu', 'a plural within a text is none of the format; written as the ICU message');
  if (!plural) return style === undefined ? text : converted(text, style, warn, namesIn(source));
  const written = style === undefined ? plural : convertedPlural(plural, style, warn, namesIn(source));
  if (codec.plurals !== 'native') return printPluralMessage(written, written.placeholders);
  if (written.placeholders.length > 0) {
    warn('icu_placeholder_kept', `${written.placeholders.join(', ')} stands there as in the ICU message`);
  }
  return written;
}

function converted(
  text: string,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): string {
  const { text: written, unconverted } = convertPlaceholders(text, undefined, style, order);
  warnOf(unconverted, style, warn);
  return written;
}

function convertedPlural(
  plural: PluralMessage,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): PluralMessage {
  const { plural: written, unconverted } = convertPluralPlaceholders(plural, undefined, style, order);
  warnOf(unconverted, style, warn);
  return written;
}

function warnOf(unconverted: readonly string[], style: PlaceholderStyle, warn: MessageConversion['warn']): void {
  if (unconverted.length > 0)
    warn('placeholder_not_converted', `${unconverted.join(', ')} cannot be written in the style ${style}`);
}

function namesIn(source: Value | undefined): string[] {
  if (typeof source !== 'string') return [];
  const style = placeholderStyle(source);
  return style === undefined ? [] : argumentNames(source, style);
}
