export const UUID_BYTES = 16;

const DIGITS = Buffer.from('0123456789abcdef');
const HYPHEN = 0x2d;
/** Offsets of the hyphens in the text of a UUID (RFC 9562 §4). */
const HYPHENS = [8, 13, 18, 23];

/** The text that is being written; it has a single owner, because functions do not yield. */
const text = Buffer.alloc(36, HYPHEN);

/**
 * Writes a well-formed UUID as 16 bytes. Neither this function nor `readUuid` creates strings in between, as the
 * functions of the package `uuid` do: an import converts millions.
 *
 * @returns the offset behind the UUID
 */
export function writeUuid(uuid: string, bytes: Uint8Array, offset: number): number {
  let at = offset;
  for (let index = 0; index < uuid.length; index += 2) {
    if (HYPHENS.includes(index)) index++;
    bytes[at++] = 16 * valueOf(uuid.charCodeAt(index)) + valueOf(uuid.charCodeAt(index + 1));
  }
  return at;
}

/** Returns the UUID of 16 bytes, in lower case. */
export function readUuid(bytes: Uint8Array, offset: number): string {
  let at = 0;
  for (let index = offset; index < offset + UUID_BYTES; index++) {
    if (HYPHENS.includes(at)) at++;
    const byte = bytes[index] ?? 0;
    text[at++] = DIGITS[byte >>> 4] ?? 0;
    text[at++] = DIGITS[byte & 0xf] ?? 0;
  }
  return text.toString('latin1');
}

/** Returns the value of a hexadecimal digit in either case. */
const valueOf = (code: number): number => (code & 0xf) + (code > 0x39 ? 9 : 0);
