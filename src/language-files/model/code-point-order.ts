/**
 * Order by code point, as PostgreSQL's `COLLATE "C"` on UTF-8 has it. JavaScript's own `<` compares UTF-16 code units and
 * so puts U+1F600 before U+FF01.
 *
 * @returns below 0 where `a` comes first, above 0 where `b` does, 0 where they are the same
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

/** Surrogates stand for code points above U+FFFF: after every other unit. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
