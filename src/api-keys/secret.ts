import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'glossa_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 characters of 62 hold 214 bits. */
const RANDOM_LENGTH = 36;
/** 6 digits of base 62 hold 32 bits. */
const CHECKSUM_LENGTH = 6;
/** The form of `generateSecret`. */
const GENERATED_FORM = /^glossa_[0-9A-Za-z]{42}$/;
/** The form of a secret that an operator chooses as `BOOTSTRAP_API_KEY`. */
const CHOSEN_FORM = /^[\x21-\x7e]{32,512}$/;

/**
 * Generates a secret: `glossa_`, 36 random letters and digits, and the CRC-32 of these in 6 digits of base 62. The
 * checksum lets secret scanners recognize it without false alarms, as with GitHub's tokens.
 */
export function generateSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + computeChecksum(PREFIX + random);
}

/** Whether a string has the form of a secret. A mistyped secret fails the checksum and needs no look-up. */
export function isWellFormedSecret(value: string): boolean {
  if (!GENERATED_FORM.test(value)) return CHOSEN_FORM.test(value);
  return value.slice(-CHECKSUM_LENGTH) === computeChecksum(value.slice(0, -CHECKSUM_LENGTH));
}

/** Returns the SHA-256 of a secret. A slower hash is not needed: a secret has too many random bits to be guessed. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Returns the last four characters, by which users distinguish API keys. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}

function computeChecksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(remainder % 62) + digits;
    remainder = Math.floor(remainder / 62);
  }
  return digits;
}
