import type { EntryToWrite, Value } from '../model/entry';
import type { Plural, PluralScope } from '../model/plural';
import { toMessage } from '../text/messages/convert-message';
import { mergePlural } from '../text/messages/merge-message';
import { looksLikePlural } from '../text/plurals/icu-message';
import type { FileTemplate } from './file-template';

/** Returns whether an import of the template finds the text of an entry. False where the template lists no values. */
export function isUnchanged({ values }: Pick<FileTemplate, 'values'>, { key, value }: EntryToWrite): boolean {
  return values !== undefined && hasMessage(values.get(key), value);
}

/** Returns whether a value of a file is the text of the project, also where it lacks what the format cannot hold. */
export function isEquivalent(
  found: Value | undefined,
  wanted: EntryToWrite['value'],
  scopeOf: (type: Plural['type']) => PluralScope,
): boolean {
  if (hasMessage(found, wanted)) return true;
  if (typeof found !== 'object' || found === null || typeof wanted !== 'object') return false;
  const text = messageOf(found);
  return typeof text === 'string' && mergePlural(text, { current: wanted.message }, scopeOf(found.type)).same;
}

/**
 * Returns whether a value of a file has the text or the forms of the project, which are written as they are in the
 * file.
 */
export function isSameValue(found: Value | undefined, wanted: EntryToWrite['value']): boolean {
  if (typeof found !== 'object' || found === null || typeof wanted !== 'object') {
    return found !== undefined && found === wanted;
  }
  const isSame = found.type === wanted.type && found.arg === wanted.arg;
  return isSame && haveSameForms(found.exact, wanted.exact) && haveSameForms(found.forms, wanted.forms);
}

function haveSameForms<K>(one: ReadonlyMap<K, string>, other: ReadonlyMap<K, string>): boolean {
  if (one.size !== other.size) return false;
  for (const [selector, form] of one) if (other.get(selector) !== form) return false;
  return true;
}

/** Returns whether the template holds a plural as a message in a plain text, which stays a plain text. */
export function keepsMessage({ values }: Pick<FileTemplate, 'values'>, { key }: EntryToWrite): boolean {
  const value = values?.get(key);
  return typeof value === 'string' && looksLikePlural(value);
}

function hasMessage(found: Value | undefined, wanted: EntryToWrite['value']): boolean {
  const message = typeof wanted === 'object' ? wanted.message : wanted;
  return message !== undefined && message === messageOf(found);
}

/** The messages of plurals in templates, which are compared for each file that is written. */
const MESSAGES = new WeakMap<Plural, string | null>();

function messageOf(value: Value | undefined): string | null | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const known = MESSAGES.get(value);
  if (known !== undefined) return known;
  const message = toMessage(value, { warn: () => undefined });
  MESSAGES.set(value, message);
  return message;
}
