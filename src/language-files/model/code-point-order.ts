/**
 * Compares texts by code point, as PostgreSQL's `COLLATE "C"` does on UTF-8. The operator `<` compares UTF-16 code
 * units and so puts U+1F600 before U+FF01.
 *
 * @returns a negative number if `a` comes first, a positive one if `b` does, 0 if they are equal
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates encode code points above U+FFFF, which come after all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
