import type { FormatCodec } from '../../model/codec';
import type { Value } from '../../model/entry';
import type { Plural } from '../../model/plural';
import { fluentPluralToIcu, fluentToIcu } from '../../fluent/fluent-to-icu';
import { icuToFluent } from '../../fluent/icu-to-fluent';
import { argumentOrder } from '../placeholders/argument-order';
import { type Conversion, convertPlaceholders, detectStyle, POSITIONAL } from '../placeholders/convert-placeholders';
import { convertPluralPlaceholders } from '../placeholders/convert-plural-placeholders';
import { isFluentText } from '../placeholders/fluent-syntax';
import { convertForeign, foreignStyle } from '../placeholders/foreign-arguments';
import { findLostVariables } from '../placeholders/variables';
import type { PlaceholderStyle } from '../placeholders/placeholder';
import {
  containsPlural,
  isArgumentName,
  parsePluralMessage,
  type PluralMessage,
  printIcuMessage,
  printPluralMessage,
  toIcuMessage,
} from '../plurals/icu-message';
import { hasIcuType } from './message-tree';

/** The options of a conversion between the values of files and the messages of a project. */
export interface MessageConversion {
  /** The style to write placeholders in. Default: only placeholders of ICU in plurals are converted. */
  style?: PlaceholderStyle;
  /** Receives what has no equivalent on the other side. */
  warn: (code: 'placeholder_not_converted' | 'plural_as_icu' | 'variables_dropped', detail: string) => void;
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
  if (typeof value === 'string')
    return style === undefined ? value : convertText(value, style, warn, argumentOrder(source));
  // A file may name the argument in a way that ICU does not accept.
  const arg = isArgumentName(value.arg) ? value.arg : 'count';
  if (style === undefined) return printIcuMessage({ ...value, arg });
  return convertPlural({ ...value, arg, placeholders: [] }, style, warn, argumentOrder(source));
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
  source = message,
): string | Plural {
  const lost = codec.hasVariables ? undefined : findLostVariables(message);
  if (lost) warn(lost.code, lost.detail);
  if (codec.plurals !== 'native' && style === undefined) return message;
  const plural = parsePluralMessage(message);
  if (plural && codec.plurals === 'native') return toForms(plural, message, codec, { style, warn }, source);
  if (codec.plurals === 'native' && !codec.translate && containsPlural(message))
    warn('plural_as_icu', 'the format cannot hold a plural inside a text; the text is written as an ICU message');
  // Whether braces in a file of Fluent are references only its other texts show.
  if (style === undefined || (style === 'fluent' && codec.syntax === style && message.includes('{'))) return message;
  const order = argumentOrder(source);
  return plural && style !== 'fluent'
    ? convertPlural(plural, style, warn, order)
    : convertText(message, style, warn, order);
}

/** Returns what a file has for a message, where that is a text. @param language canonical */
export function toWrittenText(message: string, codec: FormatCodec, language: string): string {
  const value = toWrittenValue(fromMessage(message, codec, { warn: () => undefined }), codec);
  return typeof value === 'string' ? value : (codec.pluralText?.(value, language) ?? toIcuMessage(value));
}

/** Returns what a codec writes for a value, as far as no other text of the file matters. */
export function toWrittenValue(value: string | Plural, codec: FormatCodec): string | Plural {
  const warn = (): void => undefined;
  const own = typeof value === 'string' ? value : toOwnForms(value, codec, warn);
  const facts = { isMessage: () => false, hasFluent: false, hasI18next: false, isKept: false };
  return codec.translate?.(own, facts, warn) ?? own;
}

/** Whether the arguments of a message get positions in a file, which the source text determines. */
export const needsSource = ({ plurals, syntax }: FormatCodec, style: PlaceholderStyle | undefined): boolean =>
  style !== undefined || (plurals === 'native' && syntax !== undefined && POSITIONAL.has(syntax));

/**
 * Converts a plural message to forms of a file. `#` and other arguments of ICU mean nothing in a form of another
 * format, so that they are always written in a style of the format; the style `icu` is none of its forms.
 */
function toForms(
  plural: PluralMessage,
  message: string,
  codec: FormatCodec,
  { style, warn }: MessageConversion,
  source: string,
): Plural {
  const hasIcuArguments = plural.placeholders.length > 0;
  const isOfFormat = style === undefined || style === 'icu';
  const to = isOfFormat ? codec.syntax : style;
  if (to === undefined) return { ...plural, message };
  if (isOfFormat && !hasIcuArguments) return withForeign({ ...plural, message }, to, source);
  const order = argumentOrder(source, plural.arg);
  const from = hasIcuArguments ? 'icu' : undefined;
  const converted = convertPluralPlaceholders(plural, from, to, { order, asForms: hasIcuArguments });
  warnUnconverted(converted.unconverted, to, warn);
  const forms = { ...converted.plural, placeholders: [] };
  return { ...forms, message: style === undefined ? message : printPluralMessage(forms) };
}

/** The other texts of the file decide whether arguments of another format are converted. */
function withForeign(plural: Plural, syntax: PlaceholderStyle, source: string): Plural {
  const style = foreignStyle(plural, syntax);
  return style === undefined ? plural : { ...plural, foreign: { style, order: argumentOrder(source, plural.arg) } };
}

/** Writes the arguments of other formats in the forms of a plural as the format has them. */
export function toOwnForms(plural: Plural, codec: FormatCodec, warn: MessageConversion['warn']): Plural {
  if (!plural.foreign || codec.syntax === undefined) return plural;
  const { plural: converted, unconverted } = convertForeign(plural, codec.syntax);
  warnUnconverted(unconverted, codec.syntax, warn);
  return converted;
}

function convertText(
  text: string,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): string {
  const converted = convertChoices(text, style) ?? convertPlaceholders(text, undefined, style, order);
  warnUnconverted(converted.unconverted, style, warn);
  return converted.text;
}

/** Converts between ICU and Fluent, which have choices; undefined for other texts. */
function convertChoices(text: string, style: PlaceholderStyle): Conversion | undefined {
  if (style === 'icu' && isFluentText(text)) return fluentToIcu(text);
  return style === 'fluent' && (hasIcuType(text) || detectStyle(text) === 'icu') ? icuToFluent(text) : undefined;
}

/** Converts the forms of a plural and returns its message. */
function convertPlural(
  plural: PluralMessage,
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
  order: readonly string[],
): string {
  const { plural: converted, unconverted } = convertPluralPlaceholders(plural, undefined, style, { order });
  const isFluent = style === 'icu' && [...plural.exact.values(), ...plural.forms.values()].some(isFluentText);
  const choices = unconverted.length > 0 && isFluent ? fluentPluralToIcu(plural) : undefined;
  if (choices?.unconverted.length === 0) return choices.text;
  warnUnconverted(unconverted, style, warn);
  return printPluralMessage(converted, converted.placeholders);
}

function warnUnconverted(
  unconverted: readonly string[],
  style: PlaceholderStyle,
  warn: MessageConversion['warn'],
): void {
  if (unconverted.length > 0)
    warn('placeholder_not_converted', `${unconverted.join(', ')} cannot be written in the style ${style}`);
}
