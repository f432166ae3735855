import { getUniqueMember, isDict, type PlistDict, type PlistValue } from '../plist/plist-value';

export const FORMAT_KEY = 'NSStringLocalizedFormatKey';
export const SPEC_TYPE_KEY = 'NSStringFormatSpecTypeKey';
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey';
export const PLURAL_RULE = 'NSStringPluralRuleType';
/** Rules that select a text by device or by width (Foundation, "NSString"). */
const VARIANT_KEYS = ['NSStringDeviceSpecificRuleType', 'NSStringVariableWidthRuleType'] as const;

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
