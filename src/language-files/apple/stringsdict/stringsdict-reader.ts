import { shorten } from '../../../common/shorten';
import type { ParseContext, ParsedFile } from '../../model/codec';
import type { Meta } from '../../model/meta';
import type { ParsedEntry } from '../../model/entry';
import type { Plural, PluralCategory } from '../../model/plural';
import { getUniqueMember, isDict, type PlistDict, type PlistValue } from '../plist/plist-value';
import { readPlist, type PlistEntry } from '../plist/plist-reader';
import { isPluralCategory } from '../../text/plurals/categories';
import { isArgumentName } from '../../text/plurals/icu-message';
import { zeroIsExact } from '../../text/plurals/zero-form';
import { parseSingleVariableFormat, type SingleVariableFormat } from '../single-variable-format';
import {
  FORMAT_KEY,
  getFormat,
  getRepresentativeText,
  PLURAL_RULE,
  SPEC_TYPE_KEY,
  VALUE_TYPE_KEY,
} from './localized-format';

/** The part of an entry that comes from its value. */
type EntryValue = Pick<ParsedEntry, 'value' | 'keyMeta' | 'meta'>;

/** @throws MalformedFileError, FileLimitError, UnknownEncodingError as `readPlist` does */
export function readStringsdict(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const { entries, header, looseComments } = readPlist(bytes);
  for (const { text, line } of looseComments) {
    const detail = `the comment belongs to no key: ${shorten(text.trim(), 80)}`;
    context.warn({ code: 'comment_dropped', detail, line });
  }
  return {
    entries: entries.flatMap((entry) => readMember(entry, context)),
    meta: header.length > 0 ? { header } : undefined,
  };
}

/** @returns no entry for a value without a text */
export function readMember({ key, value, comment, line }: PlistEntry, context: ParseContext): ParsedEntry[] {
  const entryValue = readPlainText(value) ?? readPlural(value, key, context) ?? readVerbatim(value);
  if (entryValue) {
    const detail = 'variables and variants are kept unchanged until this text is changed';
    if (entryValue.meta?.verbatim !== undefined) context.warn({ code: 'variations_kept', detail, key, line });
    return [{ key, ...entryValue, description: comment, line }];
  }
  context.warn({ code: 'element_ignored', detail: 'the value contains no text and is not imported', key, line });
  return [];
}

/** Reads a value that is a format and nothing else as a text. */
function readPlainText(value: PlistValue): EntryValue | undefined {
  if (!isDict(value) || value.dict.length !== 1) return undefined;
  const format = getFormat(value);
  return format === undefined ? undefined : { value: format };
}

/** Stores a value that is not a plural of one variable verbatim, and reads the text that represents it. */
function readVerbatim(value: PlistValue): EntryValue | undefined {
  const text = getRepresentativeText(value);
  return text === undefined ? undefined : { value: text, meta: { verbatim: value } };
}

function readPlural(value: PlistValue, key: string, context: ParseContext): EntryValue | undefined {
  if (!isDict(value) || value.dict.length !== 2) return undefined;
  const format = getFormat(value) ?? '';
  const parts = parseSingleVariableFormat(format);
  const rule = parts && getUniqueMember(value, parts.variable);
  if (!parts || parts.variable === FORMAT_KEY || !isDict(rule)) return undefined;
  const forms = readForms(rule);
  if (!forms) return undefined;
  const valueType = getUniqueMember(rule, VALUE_TYPE_KEY);
  const plural = toPlural(forms, parts, key, context);
  return {
    value: plural,
    keyMeta: typeof valueType === 'string' ? { valueType } : undefined,
    meta: toFormatMeta(format, plural),
  };
}

/** A format that contains only the variable is not stored: the writer derives it from the argument's name. */
const toFormatMeta = (format: string, { arg }: Plural): Meta | undefined =>
  format === `%#@${arg}@` ? undefined : { format };

/** Returns undefined if the rule is not a plural rule, or has values other than texts. */
function readForms(rule: PlistDict): Map<PluralCategory, string> | undefined {
  if (getUniqueMember(rule, SPEC_TYPE_KEY) !== PLURAL_RULE) return undefined;
  const forms = new Map<PluralCategory, string>();
  for (const [name, text] of rule.dict) {
    if (typeof text !== 'string') return undefined;
    if (name === SPEC_TYPE_KEY || name === VALUE_TYPE_KEY) continue;
    if (!isPluralCategory(name) || forms.has(name) || /%(?:\d+\$)?#@/.test(text)) return undefined;
    forms.set(name, text);
  }
  return forms.size > 0 ? forms : undefined;
}

/**
 * Adds the texts around the variable to each form. Foundation uses `zero` for the number 0 in every language
 * (Foundation Release Notes for OS X 10.9), so it is an exact form if CLDR does not define the category for the
 * language.
 */
function toPlural(
  variableForms: ReadonlyMap<PluralCategory, string>,
  { before, variable, after }: SingleVariableFormat,
  key: string,
  context: ParseContext,
): Plural {
  const forms = new Map([...variableForms].map(([category, text]) => [category, before + text + after]));
  const exact = new Map<number, string>();
  const zero = forms.get('zero');
  if (zero !== undefined && zeroIsExact(context.language)) {
    exact.set(0, zero);
    forms.delete('zero');
  }
  if (!forms.has('other')) {
    forms.set('other', [...forms.values()].at(-1) ?? zero ?? '');
    const detail = 'the form "other" is missing; the text of the last form is used for it';
    context.warn({ code: 'plural_form_invented', detail, key });
  }
  return { type: 'cardinal', arg: isArgumentName(variable) ? variable : 'count', exact, forms };
}
