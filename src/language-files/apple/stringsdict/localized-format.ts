import { VARIABLE } from '../../text/placeholders/variables';
import { getUniqueMember, isDict, type PlistDict, type PlistValue } from '../plist/plist-value';

export const FORMAT_KEY = 'NSStringLocalizedFormatKey';
export const SPEC_TYPE_KEY = 'NSStringFormatSpecTypeKey';
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey';
export const PLURAL_RULE = 'NSStringPluralRuleType';
/** Rules that select a text by device or by width (Foundation, "NSString"). */
const VARIANT_KEYS = ['NSStringDeviceSpecificRuleType', 'NSStringVariableWidthRuleType'] as const;

/** A format with exactly one variable, and the texts before and after it. */
export interface SingleVariableFormat {
  before: string;
  variable: string;
  after: string;
}

/**
 * Splits a format around its only variable. Returns undefined if the format has no variable or several, or if it has
 * other arguments: those are numbered together with the arguments of the forms, so a form and its format cannot be
 * joined.
 */
export function parseSingleVariableFormat(format: string): SingleVariableFormat | undefined {
  const [match] = format.matchAll(VARIABLE);
  const variable = match?.[1];
  if (!match || variable === undefined || variable === '') return undefined;
  const before = format.slice(0, match.index);
  const after = format.slice(match.index + match[0].length);
  if ((before + ' ' + after).replaceAll('%%', '').includes('%')) return undefined;
  return { before, variable, after };
}

/** Returns the format of an entry; undefined if it has none or several. */
export const getFormat = (dict: PlistDict): string | undefined => {
  const format = getUniqueMember(dict, FORMAT_KEY);
  return typeof format === 'string' ? format : undefined;
};

/**
 * Returns the text that represents a value which is not a plural: its format, or else its variant for `other` devices,
 * or else the last variant, which is the widest one.
 */
export function getRepresentativeText(value: PlistValue): string | undefined {
  if (typeof value === 'string') return value;
  if (!isDict(value)) return undefined;
  const format = getFormat(value);
  if (format !== undefined) return format;
  for (const key of VARIANT_KEYS) {
    const variants = getUniqueMember(value, key);
    if (!isDict(variants)) continue;
    const variant = getUniqueMember(variants, 'other') ?? variants.dict.at(-1)?.[1];
    if (variant !== undefined) return getRepresentativeText(variant);
  }
  return undefined;
}
