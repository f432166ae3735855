import { isDict, member, type PlistDict, type PlistValue } from '../plist/plist-value';

export const FORMAT_KEY = 'NSStringLocalizedFormatKey';
export const SPEC_TYPE_KEY = 'NSStringFormatSpecTypeKey';
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey';
export const PLURAL_RULE = 'NSStringPluralRuleType';
/** Rules of another kind: a text for each device or for each width (Foundation, "NSString"). */
const VARIANT_KEYS = ['NSStringDeviceSpecificRuleType', 'NSStringVariableWidthRuleType'] as const;

/** `%#@name@` or `%1$#@name@` in a format. */
const VARIABLE = /%(?:\d+\$)?#@([^@]*)@/g;

/** A format with exactly one variable, and what stands around it. */
export interface LocalizedFormat {
  before: string;
  variable: string;
  after: string;
}

/**
 * Undefined where the format has no variable, several, or other arguments around it: those are counted together with the
 * arguments of the forms, so that a text and its forms cannot be put together.
 */
export function singleVariable(format: string): LocalizedFormat | undefined {
  const [found] = format.matchAll(VARIABLE);
  const variable = found?.[1];
  if (!found || variable === undefined || variable === '') return undefined;
  const before = format.slice(0, found.index);
  const after = format.slice(found.index + found[0].length);
  if ((before + ' ' + after).replaceAll('%%', '').includes('%')) return undefined;
  return { before, variable, after };
}

export const variablesOf = (format: string): string[] =>
  [...format.matchAll(VARIABLE)].map(([, variable]) => variable ?? '');

export const formatOf = (dict: PlistDict): string | undefined => {
  const format = member(dict, FORMAT_KEY);
  return typeof format === 'string' ? format : undefined;
};

/** The text that stands for a value which is no plural: its format, else its variant for other devices or the widest one. */
export function representativeText(value: PlistValue): string | undefined {
  if (typeof value === 'string') return value;
  if (!isDict(value)) return undefined;
  const format = formatOf(value);
  if (format !== undefined) return format;
  for (const key of VARIANT_KEYS) {
    const variants = member(value, key);
    if (!isDict(variants)) continue;
    const chosen = member(variants, 'other') ?? variants.dict.at(-1)?.[1];
    if (chosen !== undefined) return representativeText(chosen);
  }
  return undefined;
}
