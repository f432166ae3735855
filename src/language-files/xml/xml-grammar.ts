// Productions of XML 1.0, fifth edition. A file that names another version 1.x is read as one of 1.0 (§2.8).

/**
 * The characters that XML cannot contain, not even as references (§2.2): most control characters and lone surrogates.
 */
export const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const SPACE = '[ \\t\\r\\n]';
const EQUALS = `${SPACE}*=${SPACE}*`;
const quoted = (value: string): string => `(?:"${value}"|'${value}')`;

/** An XML declaration (§2.8). Sticky. */
export const DECLARATION = new RegExp(
  `<\\?xml${SPACE}+version${EQUALS}${quoted('1\\.[0-9]+')}` +
    `(?:${SPACE}+encoding${EQUALS}${quoted('[A-Za-z][A-Za-z0-9._-]*')})?` +
    `(?:${SPACE}+standalone${EQUALS}${quoted('(?:yes|no)')})?${SPACE}*\\?>`,
  'y',
);

const NAME_START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';

/** A name (§2.3). */
const NAME = new RegExp(`[${NAME_START}][\\u0300-\\u036F${NAME_START}.0-9\\u00B7\\u203F\\u2040-]*`, 'uy');

/** By code unit, the ASCII characters that begin a name, and all that a name contains. */
const [STARTS_NAME, IS_NAME] = [/[:A-Z_a-z]/, /[:A-Z_a-z.0-9-]/].map((characters) =>
  Uint8Array.from({ length: 0x80 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0)),
) as [Uint8Array, Uint8Array];

/** Returns the offset behind the name that begins at an offset; the offset itself if none does. */
export function findNameEnd(text: string, start: number): number {
  let code = text.charCodeAt(start);
  let end = start;
  if (code < 0x80 && STARTS_NAME[code]) while (code < 0x80 && IS_NAME[code]) code = text.charCodeAt(++end);
  if (!(code >= 0x80)) return end;
  NAME.lastIndex = start;
  return NAME.test(text) ? NAME.lastIndex : start;
}

/** Returns whether a character is white space (§2.3). */
export function isXmlSpace(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the offset behind the white space that begins at an offset. */
export function skipSpace(text: string, start: number): number {
  let end = start;
  while (isXmlSpace(text, end)) end++;
  return end;
}

/**
 * Returns the offset of the `>` that ends a document type declaration, or -1. Its content is not checked.
 *
 * @param start behind `<!DOCTYPE`
 */
export function findDoctypeEnd(text: string, start: number): number {
  const mark = /["'>[\]]|<!--|<\?/g;
  mark.lastIndex = start;
  let isInSubset = false;
  for (;;) {
    const { 0: sign, index } = mark.exec(text) ?? { index: -1 };
    if (sign === undefined || (sign === '>' && !isInSubset)) return index;
    if (sign === '[') isInSubset = true;
    else if (sign === ']') isInSubset = false;
    const close = CLOSING_MARKS.get(sign);
    if (close === undefined || (sign.startsWith('<') && !isInSubset)) continue;
    const end = text.indexOf(close, index + sign.length);
    if (end < 0) return -1;
    mark.lastIndex = end + close.length;
  }
}

const CLOSING_MARKS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['<!--', '-->'],
  ['<?', '?>'],
]);
