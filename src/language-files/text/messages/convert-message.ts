import type { FormatCodec } from '../../model/codec';
import type { Value } from '../../model/entry';
import type { Plural } from '../../model/plural';
import { argumentNames, convertPlaceholders, detectStyle } from '../placeholders/convert-placeholders';
import { convertPluralPlaceholders } from '../placeholders/convert-plural-placeholders';
import { findLostVariables } from '../placeholders/variables';
import type { PlaceholderStyle } from '../placeholders/placeholder';
import {
  containsPlural,
  isArgumentName,
  parsePluralMessage,
  type PluralMessage,
  printPluralMessage,
  toIcuMessage,
} from '../plurals/icu-message';

/** The options of a conversion between the values of files and the messages of a project. */
export interface MessageConversion {
  /** The style to write placeholders in. Default: placeholders are not converted. */
  style?: PlaceholderStyle;
  /** Receives what has no equivalent on the other side. */
  warn: (
    code: 'placeholder_not_converted' | 'icu_placeholder_kept' | 'plural_as_icu' | 'variables_dropped',
    detail: string,
  ) => void;
}

/**
 * Converts a value of a file to a message, the form in which a project holds texts: a string as it is, and a plural as
 * its ICU message.
 *
 * @param source the source text, whose arguments give names their positions
 * @returns null for an explicitly absent text
 */
export function toMessage(value: Value, { style, warn }: MessageConversion, source?: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return style === undefined ? value : convertText(value, style, warn, namesIn(source));
  // A file may name the argument in a way that ICU does not accept.
  const arg = isArgumentName(value.arg) ? value.arg : 'count';
  if (style === undefined) return toIcuMessage({ ...value, arg });
  const plural = convertPlural({ ...value, arg, placeholders: [] }, style, warn, namesIn(source));
  return printPluralMessage(plural, plural.placeholders);
}

/**
 * Converts a message of a project to the value that a codec writes: a `Plural` for a plural message when the format has
 * plurals, else the text.
 *
 * @param source the source text, whose arguments give names their positions
 */
export function fromMessage(
  message: string,
  codec: FormatCodec,
  { style, warn }: MessageConversion,
  source?: string,
): string | Plural {
  const lost = codec.hasVariables ? undefined : findLostVariables(message);
  if (lost) warn(lost.code, lost.detail);
  if (codec.plurals !== 'native' && style === undefined) return message;
  const plural = parsePluralMessage(message);
  if (!plural && codec.plurals === 'native' && containsPlural(message))
    warn('plural_as_icu', 'the format cannot hold a plural inside a text; the text is written as an ICU message');
  if (!plural) return style === undefined ? message : convertText(message, style, warn, namesIn(source));
  const converted = style === undefined ? plural : convertPlural(plural, style, warn, namesIn(source));
  const text = style === undefined ? message : printPluralMessage(converted, converted.placeholders);
  if (codec.plurals !== 'native') return text;
  if (converted.placeholders.length > 0) {
    warn('icu_placeholder_kept', `${converted.placeholders.join(', ')} is written as in the ICU message`);
  }
  return { ...converted, message: text };
}

function convertText(
  text: string,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): string {
  const converted = convertPlaceholders(text, undefined, style, order);
  warnUnconverted(converted.unconverted, style, warn);
  return converted.text;
}

function convertPlural(
  plural: PluralMessage,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): PluralMessage {
  const converted = convertPluralPlaceholders(plural, undefined, style, order);
  warnUnconverted(converted.unconverted, style, warn);
  return converted.plural;
}

function warnUnconverted(
  unconverted: readonly string[],
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
): void {
  if (unconverted.length > 0)
    warn('placeholder_not_converted', `${unconverted.join(', ')} cannot be written in the style ${style}`);
}

function namesIn(source: Value | undefined): string[] {
  if (typeof source !== 'string') return [];
  const style = detectStyle(source);
  return style === undefined ? [] : argumentNames(source, style);
}
