import type { EntryToWrite } from '../codec';
import { printPluralMessage } from '../plurals/icu-message';

/** What stands for the text of a key that has none: JSON has no way to name a key alone. */
const NO_TEXT = '';

/** The text of an entry in a format without plurals of its own: a plural is its ICU message. */
export function entryText(entry: EntryToWrite): string {
  const { value } = entry;
  if (value === undefined) return NO_TEXT;
  return typeof value === 'string' ? value : printPluralMessage(value);
}

/**
 * One object of texts, a line each. Written by hand: a JavaScript object would move integer-like keys to the front.
 * `JSON.stringify` of a string escapes lone surrogates, so that the bytes are always UTF-8 (ECMA-262, well-formed JSON.stringify).
 */
export function* writeFlatJson(entries: Iterable<EntryToWrite>): Generator<string> {
  let separator = '{\n';
  for (const entry of entries) {
    yield `${separator}  ${JSON.stringify(entry.key)}: ${JSON.stringify(entryText(entry))}`;
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}
