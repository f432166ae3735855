import type { EntryToWrite } from '../../language-files';

/** Returns about how many characters an entry has. */
export function countCharacters({ key, value, source, description = '', values }: EntryToWrite): number {
  let count = key.length + description.length;
  for (const text of [value, source === value ? undefined : source, ...(values?.values() ?? [])]) {
    // A plural has a few forms.
    if (text !== undefined) count += typeof text === 'string' ? text.length : 1_000;
  }
  return count;
}
