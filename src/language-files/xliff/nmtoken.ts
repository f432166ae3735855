/**
 * Letters, digits and signs that an NMTOKEN may hold for all readers: schemas go by XML 1.0 before its fifth edition
 * (Appendix B there), which lists them one by one; here are the large runs of the scripts in wide use.
 */
const NAME_CHARACTER =
  /[-.:0-9A-Z_a-z\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0131\u0134-\u013E\u0141-\u0148\u014A-\u017E\u0388-\u038A\u038E-\u03A1\u03A3-\u03CE\u0401-\u040C\u040E-\u044F\u0451-\u045C\u0531-\u0556\u0561-\u0586\u05D0-\u05EA\u0621-\u063A\u0641-\u064A\u0905-\u0939\u0E01-\u0E2E\u10A0-\u10C5\u10D0-\u10F6\u1E00-\u1E9B\u1EA0-\u1EF9\u3041-\u3094\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3]/u;

/** What reads as an encoded code unit once the rest of the key is encoded. */
const LOOKS_ENCODED = /_(?=x([0-9A-F]{4})(.))/gsu;

/**
 * A key as an id of XLIFF 2, which has to be an NMTOKEN: a code unit that cannot stand in one is written `_xHHHH_`, as .NET's
 * XmlConvert.EncodeNmToken does. An underscore from which a reader would take such a code gets written so itself.
 */
export function encodeNmtoken(key: string): string {
  const safe = key.replace(LOOKS_ENCODED, (underscore, hex: string, next: string) =>
    isEncoded(hex) && (next === '_' || !NAME_CHARACTER.test(next)) ? '_x005F_' : underscore,
  );
  return Array.from(safe, (character) => (NAME_CHARACTER.test(character) ? character : encodeUnits(character))).join(
    '',
  );
}

/** What `encodeNmtoken` was given. */
export function decodeNmtoken(id: string): string {
  const code = /_x([0-9A-F]{4})_/g;
  let key = '';
  let end = 0;
  for (let found = code.exec(id); found; found = code.exec(id)) {
    const [written, hex = ''] = found;
    if (isEncoded(hex)) {
      key += id.slice(end, found.index) + String.fromCharCode(parseInt(hex, 16));
      end = found.index + written.length;
    } else code.lastIndex = found.index + 1;
  }
  return key + id.slice(end);
}

/** Only what needs it is ever encoded. */
const isEncoded = (hex: string): boolean =>
  hex === '005F' || !NAME_CHARACTER.test(String.fromCharCode(parseInt(hex, 16)));

const encodeUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');
