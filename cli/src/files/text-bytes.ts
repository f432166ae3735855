import { createHash } from 'node:crypto';

const LF = 0x0a;
const CR = 0x0d;
/** As git does, a file with a NUL in so many first bytes is no text. */
const EXAMINED_BYTES = 8_000;

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, EXAMINED_BYTES).includes(0);

/** The line ends of a text: all the same, or none, or both kinds. */
function lineEnds(bytes: Uint8Array): 'lf' | 'crlf' | 'mixed' | 'none' {
  let [lf, crlf] = [0, 0];
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (at > 0 && bytes[at - 1] === CR) crlf++;
    else lf++;
  }
  if (lf > 0 && crlf > 0) return 'mixed';
  return lf > 0 ? 'lf' : crlf > 0 ? 'crlf' : 'none';
}

function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1');
}

/**
 * Returns the SHA-256 of a file. The line ends of texts do not count: git may write others into a working tree than it keeps.
 */
export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256')
    .update(isBinary(bytes) ? bytes : withLineFeeds(bytes))
    .digest('hex');

/** Returns the bytes with the line ends of the file that they replace, if either has one kind of them only. */
export function withLineEndsOf(bytes: Uint8Array, replaced: Uint8Array | undefined): Uint8Array {
  if (!replaced || isBinary(bytes) || isBinary(replaced)) return bytes;
  const [own, wanted] = [lineEnds(bytes), lineEnds(replaced)];
  if (own === 'lf' && wanted === 'crlf') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');
  }
  return own === 'crlf' && wanted === 'lf' ? withLineFeeds(bytes) : bytes;
}
