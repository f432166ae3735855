import type { FieldErrorCode } from '../errors/catalogue';

export const MAX_KEY_NAME_BYTES = 8_192;
export const MAX_TEXT_CHARACTERS = 65_536;
export const MAX_DISPLAY_NAME_CHARACTERS = 200;
export const MAX_DESCRIPTION_CHARACTERS = 4_096;

/** What is wrong with a value. */
export interface ValidationIssue {
  code: FieldErrorCode;
  detail: string;
}

/** Finds the first flaw of a string; undefined where it has none. */
export type TextRule = (value: string) => ValidationIssue | undefined;

const flaw = (code: FieldErrorCode, detail: string): ValidationIssue => ({ code, detail });

/** PostgreSQL stores no U+0000, and UTF-8 has no form for half a surrogate pair. */
export const storable: TextRule = (value) => {
  const nul = value.indexOf('\0');
  if (nul >= 0) return flaw('invalid_character', `U+0000 at index ${nul}`);
  if (!value.isWellFormed()) return flaw('invalid_character', `a lone surrogate at index ${loneSurrogateIndex(value)}`);
  return undefined;
};

function loneSurrogateIndex(value: string): number {
  let index = 0;
  for (const character of value) {
    if (/^\p{Cs}$/u.test(character)) break;
    index += character.length;
  }
  return index;
}

/** A key's name: 1 to 8,192 bytes of UTF-8, not only white space. */
export const keyName: TextRule = (value) => {
  if (value === '') return flaw('too_short', 'at least 1 byte');
  if (value.length > MAX_KEY_NAME_BYTES || Buffer.byteLength(value) > MAX_KEY_NAME_BYTES) {
    return flaw('too_long', `at most ${MAX_KEY_NAME_BYTES} bytes`);
  }
  if (value.trim() === '') return flaw('invalid_format', 'not only white space');
  return storable(value);
};

/** The part of key names before their first dot. */
export const namespace: TextRule = (value) => {
  if (value.includes('.')) return flaw('invalid_format', 'no dot in a namespace');
  return value === '' ? undefined : keyName(value);
};

/** A text: at most 65,536 characters, kept to the code unit. */
export const text: TextRule = (value) =>
  isLonger(value, MAX_TEXT_CHARACTERS)
    ? flaw('too_long', `at most ${MAX_TEXT_CHARACTERS} characters`)
    : storable(value);

export const description: TextRule = (value) =>
  isLonger(value, MAX_DESCRIPTION_CHARACTERS)
    ? flaw('too_long', `at most ${MAX_DESCRIPTION_CHARACTERS} characters`)
    : storable(value);

/** A name that people see: of a project, an organization, an API key. */
export const displayName: TextRule = (value) => {
  if (value.trim() === '') return flaw('too_short', 'at least 1 character that is not white space');
  if (isLonger(value, MAX_DISPLAY_NAME_CHARACTERS)) {
    return flaw('too_long', `at most ${MAX_DISPLAY_NAME_CHARACTERS} characters`);
  }
  if (/\p{Cc}/u.test(value)) return flaw('invalid_character', 'no control characters');
  return storable(value);
};

/** Counts characters (code points), and only where the code units leave it open. */
function isLonger(value: string, max: number): boolean {
  if (value.length <= max) return false;
  if (value.length > 2 * max) return true;
  return [...value].length > max;
}
