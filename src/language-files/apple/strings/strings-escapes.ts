import { nextstepCharacter } from './nextstep-encoding';

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

/**
 * Resolves the escapes of old-style property lists as Core Foundation does: up to three octal digits in the NEXTSTEP
 * character set, `\U` and up to four hexadecimal digits, C's letters, and any other character for itself. `\u` and up to four
 * digits is GNUstep's: Core Foundation would take it for a plain `u`, which is nobody's text.
 * Undefined where a `\U` has no digit.
 */
export function unescapeStrings(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let whole = true;
  const plain = text.replace(/\\(U[0-9a-fA-F]{0,4}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|[^])/g, (_, code: string) => {
    if (code === 'U') whole = false;
    if (code.startsWith('U') || /^u./.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return nextstepCharacter(parseInt(code, 8) & 0xff);
    return LETTERS.get(code) ?? code;
  });
  return whole ? plain : undefined;
}

/** Control characters, invisible line ends and what UTF-8 cannot carry go by number; all else is readable. */
export const escapeStrings = (text: string): string =>
  text.replace(
    /["\\\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu,
    (unit) => ESCAPES.get(unit) ?? `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
