import type { EntryToWrite, Value } from '../model/entry';
import { toMessage } from '../text/messages/convert-message';
import { looksLikePlural } from '../text/plurals/icu-message';
import type { FileTemplate } from './file-template';

/** Returns whether an import of the template finds the text of an entry. False where the template lists no values. */
export function isUnchanged({ values }: Pick<FileTemplate, 'values'>, { key, value }: EntryToWrite): boolean {
  const message = typeof value === 'object' ? value.message : value;
  return message !== undefined && values !== undefined && message === messageOf(values.get(key));
}

/** Returns whether the template holds a plural as a message in a plain text, which stays one. */
export function keepsMessage({ values }: Pick<FileTemplate, 'values'>, { key }: EntryToWrite): boolean {
  const value = values?.get(key);
  return typeof value === 'string' && looksLikePlural(value);
}

const messageOf = (value: Value | undefined): string | null | undefined =>
  typeof value === 'object' && value !== null ? toMessage(value, { warn: () => undefined }) : value;
