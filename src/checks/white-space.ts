/** Returns whether a code unit is a mark of direction or a joiner, which takes no place. */
export const isInvisible = (unit: number): boolean =>
  unit >= 0x200b &&
  (unit <= 0x200f || (unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2060 && unit <= 0x2069) || unit === 0xfeff);

/** Returns whether a code unit is white space, as in `\s`. */
export const isSpace = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 9 && unit <= 13) ||
  (unit >= 0xa0 &&
    (unit === 0xa0 ||
      unit === 0x3000 ||
      unit === 0x2028 ||
      unit === 0x2029 ||
      unit === 0x202f ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      unit === 0x205f));

/** Returns the white space at the start of a text, behind marks of direction. */
export function leadingSpace(text: string): string {
  let start = 0;
  while (isInvisible(text.charCodeAt(start))) start++;
  let end = start;
  while (isSpace(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/** Returns the white space at the end of a text, before marks of direction. */
export function trailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isInvisible(text.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}
