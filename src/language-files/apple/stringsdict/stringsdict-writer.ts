import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Plural } from '../../model/plural';
import { writeEach } from '../../model/left-out';
import { plainText } from '../../text/plain-text';
import { metaTexts, metaText } from '../../model/meta';
import { getUniqueMember, isDict, parseStoredPlist, type PlistDict, type PlistValue } from '../plist/plist-value';
import { PLIST_HEAD, printDictMember } from '../plist/plist-writer';
import { isArgumentName, toIcuMessage } from '../../text/plurals/icu-message';
import { zeroForms } from '../../text/plurals/zero-form';
import { findLostVariables, listVariables } from '../../text/placeholders/variables';
import { writeComment } from '../../xml/xml-comments';
import { fitsComment } from '../../xml/xml-writer';
import { parseSingleVariableFormat } from '../single-variable-format';
import {
  FORMAT_KEY,
  getFormat,
  getRepresentativeText,
  PLURAL_RULE,
  SPEC_TYPE_KEY,
  VALUE_TYPE_KEY,
} from './localized-format';

const INDENT = '  ';
/** Matches the first numeric argument of a text and captures its type: `ld` in `%1$ld`. */
const NUMERIC_ARGUMENT = /%(?:\d+\$)?[-+ 0#']*\d*(?:\.\d+)?((?:hh|h|ll|l|q|z|t|j)?[diouxXDOUaAeEfFgG])/;

export function* writeStringsdict(file: FileToWrite): Generator<string> {
  const comments = metaTexts(file.meta, 'header').filter(fitsComment);
  yield `${PLIST_HEAD}${comments.map((text) => `<!--${text}-->\n`).join('')}<plist version="1.0">\n<dict>\n`;
  yield* writeEach(file, (entry) => writeEntry(entry, file));
  yield '</dict>\n</plist>\n';
}

function writeEntry(entry: EntryToWrite, file: FileToWrite): string {
  const { key, description } = entry;
  return writeComment(description, INDENT, key, file) + printDictMember(key, buildValue(entry, file), INDENT, key);
}

export function buildValue(entry: EntryToWrite, file: FileToWrite): PlistValue {
  const { key, value } = entry;
  if (typeof value !== 'object') return buildText(entry, file);
  if (value.type === 'cardinal') return buildPlural(entry, value, file);
  const detail = 'stringsdict has no ordinals; the plural is written as its ICU message';
  file.warn({ code: 'plural_as_icu', detail, key });
  return buildFormat(toIcuMessage(value));
}

const buildFormat = (text: string): PlistDict => ({ dict: [[FORMAT_KEY, text]] });

/**
 * Returns the stored value if its text is unchanged, or if it has all variables that the changed text names; otherwise
 * the text alone, with a warning.
 */
function buildText(entry: EntryToWrite, file: FileToWrite): PlistValue {
  const text = plainText(entry);
  const stored = parseStoredPlist(entry.meta?.verbatim);
  if (stored === undefined) {
    const lost = findLostVariables(text);
    if (lost) file.warn({ ...lost, key: entry.key });
    return buildFormat(text);
  }
  if (getRepresentativeText(stored) === text) return stored;
  if (isDict(stored) && getFormat(stored) !== undefined) {
    const variables = listVariables(text);
    if (variables.length > 0 && variables.every((name) => isDict(getUniqueMember(stored, name)))) {
      return { dict: stored.dict.map(([name, value]) => [name, name === FORMAT_KEY ? text : value]) };
    }
  }
  const detail = 'the text was changed; its variants or variables are dropped';
  file.warn({ code: 'variants_dropped', detail, key: entry.key });
  return buildFormat(text);
}

function buildPlural(entry: EntryToWrite, plural: Plural, file: FileToWrite): PlistDict {
  const { key, keyMeta } = entry;
  const forms = zeroForms(plural, file.language, (code, detail) => file.warn({ code, detail, key }));
  const { format, variable, trim } =
    findStoredFormat(entry, plural, [...forms.values()]) ?? createFormat(plural, key, file);
  const valueType = metaText(keyMeta?.valueType) ?? NUMERIC_ARGUMENT.exec(plural.forms.get('other') ?? '')?.[1] ?? 'd';
  const rule: PlistDict = {
    dict: [
      [SPEC_TYPE_KEY, PLURAL_RULE],
      [VALUE_TYPE_KEY, valueType],
      ...[...forms].map(([category, text]): [string, string] => [category, trim(text)]),
    ],
  };
  return { dict: [[FORMAT_KEY, format], [variable, rule]] }; // prettier-ignore
}

interface PluralFormat {
  format: string;
  variable: string;
  /** Removes the texts that the format has around the variable from a form. */
  trim: (text: string) => string;
}

/** Returns the format that was imported, if it has the plural's argument and all forms still contain its texts. */
function findStoredFormat({ meta }: EntryToWrite, { arg }: Plural, forms: readonly string[]): PluralFormat | undefined {
  const format = metaText(meta?.format);
  const parts = format === undefined ? undefined : parseSingleVariableFormat(format);
  if (format === undefined || !parts || !isVariableName(parts.variable)) return undefined;
  const { before, variable, after } = parts;
  if (variable !== arg && isArgumentName(variable)) return undefined;
  const minLength = before.length + after.length;
  const fits = (text: string): boolean => text.length >= minLength && text.startsWith(before) && text.endsWith(after);
  if (!forms.every(fits)) return undefined;
  return { format, variable, trim: (text) => text.slice(before.length, text.length - after.length) };
}

function createFormat({ arg }: Plural, key: string, file: FileToWrite): PluralFormat {
  if (!isVariableName(arg)) {
    file.warn({ code: 'plural_argument_dropped', detail: `"${arg}" cannot be the name of a variable`, key });
  }
  const variable = isVariableName(arg) ? arg : 'count';
  return { format: `%#@${variable}@`, variable, trim: (text) => text };
}

const isVariableName = (name: string): boolean => name !== '' && name !== FORMAT_KEY && !name.includes('@');
