import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Plural } from '../../model/plural';
import { plainText } from '../../text/plain-text';
import { metaTexts, metaText } from '../../model/meta';
import { isDict, member, storedPlistValue, type PlistDict, type PlistValue } from '../plist/plist-value';
import { PLIST_HEAD, plistPair } from '../plist/plist-writer';
import { isArgumentName, toIcuMessage } from '../../text/plurals/icu-message';
import { zeroForms } from '../../text/plurals/zero-form';
import { writeComment } from '../../xml/xml-comments';
import { fitsComment } from '../../xml/xml-writer';
import {
  FORMAT_KEY,
  formatOf,
  PLURAL_RULE,
  representativeText,
  singleVariable,
  SPEC_TYPE_KEY,
  VALUE_TYPE_KEY,
  variablesOf,
} from './localized-format';

const INDENT = '  ';
/** The type of the first argument that is a number: `ld` of `%1$ld`. */
const NUMBER = /%(?:\d+\$)?[-+ 0#']*\d*(?:\.\d+)?((?:hh|h|ll|l|q|z|t|j)?[diouxXDOUaAeEfFgG])/;

export function* writeStringsdict(file: FileToWrite): Generator<string> {
  const comments = metaTexts(file.meta, 'header').filter(fitsComment);
  yield `${PLIST_HEAD}${comments.map((text) => `<!--${text}-->\n`).join('')}<plist version="1.0">\n<dict>\n`;
  for (const entry of file.entries) {
    const { key, description } = entry;
    yield writeComment(description, INDENT, key, file) + plistPair(key, valueOf(entry, file), INDENT, key);
  }
  yield '</dict>\n</plist>\n';
}

function valueOf(entry: EntryToWrite, file: FileToWrite): PlistValue {
  const { key, value } = entry;
  if (typeof value !== 'object') return textValue(entry, file);
  if (value.type === 'cardinal') return pluralValue(entry, value, file);
  file.warn({ code: 'plural_as_icu', detail: 'stringsdict has no ordinals; written as the ICU message', key });
  return formatAlone(toIcuMessage(value));
}

const formatAlone = (text: string): PlistDict => ({ dict: [[FORMAT_KEY, text]] });

/** What was read as it is goes out as it was, as long as its text is the same or still goes with its variables. */
function textValue(entry: EntryToWrite, file: FileToWrite): PlistValue {
  const text = plainText(entry);
  const stored = storedPlistValue(entry.meta?.verbatim);
  if (stored === undefined || representativeText(stored) === text) return stored ?? formatAlone(text);
  if (isDict(stored) && formatOf(stored) !== undefined) {
    const variables = variablesOf(text);
    if (variables.length > 0 && variables.every((name) => isDict(member(stored, name)))) {
      return { dict: stored.dict.map(([name, value]) => [name, name === FORMAT_KEY ? text : value]) };
    }
  }
  file.warn({ code: 'variants_dropped', detail: 'the text no longer goes with its variants', key: entry.key });
  return formatAlone(text);
}

function pluralValue(entry: EntryToWrite, plural: Plural, file: FileToWrite): PlistDict {
  const { key, keyMeta } = entry;
  const forms = zeroForms(plural, file.language, (code, detail) => file.warn({ code, detail, key }));
  const { format, variable, cut } = formatFor(entry, plural, [...forms.values()], file);
  const valueType = metaText(keyMeta?.valueType) ?? NUMBER.exec(plural.forms.get('other') ?? '')?.[1] ?? 'd';
  const rule: PlistDict = {
    dict: [
      [SPEC_TYPE_KEY, PLURAL_RULE],
      [VALUE_TYPE_KEY, valueType],
      ...[...forms].map(([category, text]): [string, string] => [category, cut(text)]),
    ],
  };
  return { dict: [[FORMAT_KEY, format], [variable, rule]] }; // prettier-ignore
}

interface FormatParts {
  format: string;
  variable: string;
  /** A form without what the format has around the variable. */
  cut: (text: string) => string;
}

/** The format that the text was read from, where all forms still have what it has around them. */
function formatFor(
  { key, meta }: EntryToWrite,
  { arg }: Plural,
  forms: readonly string[],
  file: FileToWrite,
): FormatParts {
  const format = metaText(meta?.format);
  const parts = format === undefined ? undefined : singleVariable(format);
  if (format !== undefined && parts && (parts.variable === arg || !isArgumentName(parts.variable))) {
    const { before, variable, after } = parts;
    const around = before.length + after.length;
    const fits = (text: string): boolean => text.length >= around && text.startsWith(before) && text.endsWith(after);
    if (isVariable(variable) && forms.every(fits)) {
      return { format, variable, cut: (text) => text.slice(before.length, text.length - after.length) };
    }
  }
  if (!isVariable(arg)) file.warn({ code: 'plural_argument_dropped', detail: `"${arg}" can name no variable`, key });
  const variable = isVariable(arg) ? arg : 'count';
  return { format: `%#@${variable}@`, variable, cut: (text) => text };
}

const isVariable = (name: string): boolean => name !== '' && name !== FORMAT_KEY && !name.includes('@');
