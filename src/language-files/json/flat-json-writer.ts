import type { EntryToWrite } from '../model/entry';
import { plainText } from '../text/plain-text';

/**
 * Writes one object with one text per line. The braces are written by hand because a JavaScript object would move
 * integer-like keys to the front. `JSON.stringify` escapes lone surrogates, so the output is always valid UTF-8
 * (ECMA-262, well-formed JSON.stringify).
 */
export function* writeFlatJson(entries: Iterable<EntryToWrite>): Generator<string> {
  let separator = '{\n';
  for (const entry of entries) {
    yield `${separator}  ${quote(entry.key)}: ${quote(plainText(entry))}`;
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}

/** A character that `JSON.stringify` escapes, or one of a pair of surrogates. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Most texts need no escape. To find that out takes half of the time of `JSON.stringify`. */
const quote = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
