/** Returns whether a code unit is a mark of direction or a joiner, which takes no place. */
export const isInvisible = (unit: number): boolean =>
  (unit >= 0x200b && unit <= 0x200f) ||
  (unit >= 0x202a && unit <= 0x202e) ||
  (unit >= 0x2060 && unit <= 0x2069) ||
  unit === 0xfeff;

/** Returns whether a code unit is white space, as in `\s`. */
export const isSpace = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 9 && unit <= 13) ||
  unit === 0xa0 ||
  unit === 0x3000 ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x205f;
