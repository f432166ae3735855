/**
 * The characters that every reader accepts in an NMTOKEN. Schema validators follow XML 1.0 before its fifth edition,
 * whose Appendix B lists the allowed characters one by one; these are the long ranges of widely used scripts.
 */
const NAME_CHARACTER =
  /[-.:0-9A-Z_a-z\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0131\u0134-\u013E\u0141-\u0148\u014A-\u017E\u0388-\u038A\u038E-\u03A1\u03A3-\u03CE\u0401-\u040C\u040E-\u044F\u0451-\u045C\u0531-\u0556\u0561-\u0586\u05D0-\u05EA\u0621-\u063A\u0641-\u064A\u0905-\u0939\u0E01-\u0E2E\u10A0-\u10C5\u10D0-\u10F6\u1E00-\u1E9B\u1EA0-\u1EF9\u3041-\u3094\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3]/u;

/** An underscore that would be read as the start of an encoded code unit once the rest of the key is encoded. */
const LOOKS_ENCODED = /_(?=x([0-9A-F]{4})(.))/gsu;

/**
 * Encodes a key as an id of XLIFF 2, which must be an NMTOKEN. A code unit that is not allowed is written `_xHHHH_`, as
 * .NET's XmlConvert.EncodeNmToken does. An underscore that a reader would interpret as the start of such a code is
 * encoded, too.
 */
export function encodeNmtoken(key: string): string {
  const safe = key.replace(LOOKS_ENCODED, (underscore, hex: string, next: string) =>
    isEncoded(hex) && (next === '_' || !NAME_CHARACTER.test(next)) ? '_x005F_' : underscore,
  );
  return Array.from(safe, (character) => (NAME_CHARACTER.test(character) ? character : encodeUnits(character))).join(
    '',
  );
}

/** Decodes the result of `encodeNmtoken`. An id of another tool is returned so that encoding it gives the same id. */
export function decodeNmtoken(id: string): string {
  const code = /_x([0-9A-F]{4})_/g;
  let key = '';
  let end = 0;
  for (let match = code.exec(id); match; match = code.exec(id)) {
    const [token, hex = ''] = match;
    if (isEncoded(hex)) {
      key += id.slice(end, match.index) + String.fromCharCode(parseInt(hex, 16));
      end = match.index + token.length;
    } else code.lastIndex = match.index + 1;
  }
  return key + id.slice(end);
}

/** Whether the encoder writes this code: it encodes underscores and characters that are not allowed, no others. */
const isEncoded = (hex: string): boolean =>
  hex === '005F' || !NAME_CHARACTER.test(String.fromCharCode(parseInt(hex, 16)));

const encodeUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');
