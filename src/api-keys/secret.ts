import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'glossa_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 of 62 characters are 214 bits. */
const RANDOM_LENGTH = 36;
/** Enough for 32 bits in base 62. */
const CHECKSUM_LENGTH = 6;
const OWN_FORM = /^glossa_[0-9A-Za-z]{42}$/;
/** What an operator may choose as `BOOTSTRAP_API_KEY`. */
const ANY_FORM = /^[\x21-\x7e]{32,512}$/;

/**
 * A new secret: `glossa_`, 36 random letters and digits, and the CRC-32 of all before it in 6 digits of base 62, so that
 * secret scanners know it for sure (the form of GitHub's tokens).
 */
export function generateSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return PREFIX + random + checksumOf(PREFIX + random);
}

/** Whether a string can be the secret of an API key at all: false for a mistyped one, which then needs no look-up. */
export function isWellFormedSecret(value: string): boolean {
  if (!OWN_FORM.test(value)) return ANY_FORM.test(value);
  return value.slice(-CHECKSUM_LENGTH) === checksumOf(value.slice(0, -CHECKSUM_LENGTH));
}

/** SHA-256: a secret is too random to be guessed from it, so nothing slower is needed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The last characters, by which people tell API keys apart. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
