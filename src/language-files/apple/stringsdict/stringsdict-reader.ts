import type { ParseContext, ParsedFile } from '../../model/codec';
import type { Meta } from '../../model/meta';
import type { ParsedEntry } from '../../model/entry';
import type { Plural, PluralCategory } from '../../model/plural';
import { isDict, member, type PlistDict, type PlistValue } from '../plist/plist-value';
import { readPlist, type PlistEntry } from '../plist/plist-reader';
import { isPluralCategory } from '../../text/plurals/categories';
import { isArgumentName } from '../../text/plurals/icu-message';
import { zeroIsExact } from '../../text/plurals/zero-form';
import {
  FORMAT_KEY,
  formatOf,
  PLURAL_RULE,
  representativeText,
  singleVariable,
  SPEC_TYPE_KEY,
  VALUE_TYPE_KEY,
  type LocalizedFormat,
} from './localized-format';

type Text = Pick<ParsedEntry, 'value' | 'keyMeta' | 'meta'>;

/** @throws MalformedFileError, FileLimitError, UnknownEncodingError as `readPlist` */
export function readStringsdict(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const { entries, header, rest } = readPlist(bytes);
  for (const { text, line } of rest) {
    const detail = `the comment belongs to no key: ${text.trim().slice(0, 80)}`;
    context.warn({ code: 'comment_dropped', detail, line });
  }
  return {
    entries: entries.flatMap((entry) => readEntry(entry, context)),
    meta: header.length > 0 ? { header } : undefined,
  };
}

function readEntry({ key, value, comment, line }: PlistEntry, context: ParseContext): ParsedEntry[] {
  const text = plainText(value) ?? pluralText(value, key, context) ?? verbatimText(value);
  if (text) return [{ key, ...text, description: comment, line }];
  context.warn({ code: 'element_ignored', detail: 'the value holds no text and is not imported', key, line });
  return [];
}

/** A format alone is a text. */
function plainText(value: PlistValue): Text | undefined {
  if (!isDict(value) || value.dict.length !== 1) return undefined;
  const format = formatOf(value);
  return format === undefined ? undefined : { value: format };
}

/** What is no plural of one variable stands in the metadata as it is, with a text that says most of it. */
function verbatimText(value: PlistValue): Text | undefined {
  const text = representativeText(value);
  return text === undefined ? undefined : { value: text, meta: { verbatim: value } };
}

function pluralText(value: PlistValue, key: string, context: ParseContext): Text | undefined {
  if (!isDict(value) || value.dict.length !== 2) return undefined;
  const format = formatOf(value) ?? '';
  const parts = singleVariable(format);
  const variable = parts && member(value, parts.variable);
  if (!parts || parts.variable === FORMAT_KEY || !isDict(variable)) return undefined;
  const forms = formsOf(variable);
  if (!forms) return undefined;
  const valueType = member(variable, VALUE_TYPE_KEY);
  const plural = pluralOf(forms, parts, key, context);
  return {
    value: plural,
    keyMeta: typeof valueType === 'string' ? { valueType } : undefined,
    meta: metaOf(format, plural),
  };
}

/** A format that is nothing but the variable can be made again from the argument's name. */
const metaOf = (format: string, { arg }: Plural): Meta | undefined =>
  format === `%#@${arg}@` ? undefined : { format };

/** Undefined where the variable is anything but a plural rule with texts. */
function formsOf(variable: PlistDict): Map<PluralCategory, string> | undefined {
  if (member(variable, SPEC_TYPE_KEY) !== PLURAL_RULE) return undefined;
  const forms = new Map<PluralCategory, string>();
  for (const [name, text] of variable.dict) {
    if (typeof text !== 'string') return undefined;
    if (name === SPEC_TYPE_KEY || name === VALUE_TYPE_KEY) continue;
    if (!isPluralCategory(name) || forms.has(name) || /%(?:\d+\$)?#@/.test(text)) return undefined;
    forms.set(name, text);
  }
  return forms.size > 0 ? forms : undefined;
}

/**
 * What stands around the variable is put into each form. `zero` is for the number 0 in every language (Foundation Release
 * Notes for OS X 10.9), so it is an exact form where CLDR has no such category.
 */
function pluralOf(
  found: ReadonlyMap<PluralCategory, string>,
  { before, variable, after }: LocalizedFormat,
  key: string,
  context: ParseContext,
): Plural {
  const forms = new Map([...found].map(([category, text]) => [category, before + text + after]));
  const exact = new Map<number, string>();
  const zero = forms.get('zero');
  if (zero !== undefined && zeroIsExact(context.language)) {
    exact.set(0, zero);
    forms.delete('zero');
  }
  if (!forms.has('other')) inventOther(forms, exact, key, context);
  return { type: 'cardinal', arg: isArgumentName(variable) ? variable : 'count', exact, forms };
}

function inventOther(
  forms: Map<PluralCategory, string>,
  exact: ReadonlyMap<number, string>,
  key: string,
  context: ParseContext,
): void {
  forms.set('other', [...forms.values()].at(-1) ?? exact.get(0) ?? '');
  context.warn({ code: 'plural_form_invented', detail: '"other" is missing; copied from the last form', key });
}
