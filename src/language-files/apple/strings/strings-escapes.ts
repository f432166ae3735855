import { nextstepCharacter } from './nextstep-encoding';

/** The single-letter escapes of C. */
const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
/** The characters that are written as an escape other than `\U`. */
const ESCAPED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/**
 * Resolves the escapes of old-style property lists as Core Foundation does: up to three octal digits are a code in the
 * NEXTSTEP character set, `\U` precedes up to four hexadecimal digits, C's letters have their meaning in C, and any
 * other character stands for itself. `\u` with up to four digits is GNUstep's escape: Core Foundation would read it as
 * a plain `u`, which no author intends.
 *
 * @returns undefined if a `\U` is not followed by a hexadecimal digit
 */
export function unescapeStrings(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let isValid = true;
  const unescaped = text.replace(/\\(U[0-9a-fA-F]{0,4}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|[^])/g, (_, code: string) => {
    if (code === 'U') isValid = false;
    if (code.startsWith('U') || /^u./.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return nextstepCharacter(parseInt(code, 8) & 0xff);
    return LETTER_ESCAPES.get(code) ?? code;
  });
  return isValid ? unescaped : undefined;
}

/** Escapes quotes and backslashes; control characters, invisible line ends and lone surrogates become `\U` escapes. */
export const escapeStrings = (text: string): string =>
  text.replace(
    /["\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu,
    (unit) => ESCAPED_CHARACTERS.get(unit) ?? `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
