import type { EntryToWrite, Value } from '../model/entry';
import { toMessage } from '../text/messages/convert-message';
import type { FileTemplate } from './file-template';

/** Returns whether an import of the template finds the text of an entry. False where the template lists no values. */
export function isUnchanged({ values }: Pick<FileTemplate, 'values'>, { key, value }: EntryToWrite): boolean {
  const message = typeof value === 'object' ? value.message : value;
  return message !== undefined && values !== undefined && message === messageOf(values.get(key));
}

const messageOf = (value: Value | undefined): string | null | undefined =>
  typeof value === 'object' && value !== null ? toMessage(value, { warn: () => undefined }) : value;
