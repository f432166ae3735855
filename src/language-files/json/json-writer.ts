import type { EntryToWrite } from '../model/entry';
import { plainText } from '../text/plain-text';

/**
 * One object of texts, a line each. Written by hand: a JavaScript object would move integer-like keys to the front.
 * `JSON.stringify` of a string escapes lone surrogates, so that the bytes are always UTF-8 (ECMA-262, well-formed JSON.stringify).
 */
export function* writeFlatJson(entries: Iterable<EntryToWrite>): Generator<string> {
  let separator = '{\n';
  for (const entry of entries) {
    yield `${separator}  ${JSON.stringify(entry.key)}: ${JSON.stringify(plainText(entry))}`;
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}
