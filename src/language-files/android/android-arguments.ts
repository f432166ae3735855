const CONVERSION = /%(?:(?<literal>[%n])|(?<position>\d+\$)?(?:<\$?)?[-#+ ,(0-9]*[^]?)/g;

/**
 * Whether aapt2 refuses the text unless it is `formatted="false"`: it has several arguments for `String.format`, and not all
 * have a position (`%1$s`), so that a translation could not put them in another order.
 */
export function needsPositions(text: string): boolean {
  let count = 0;
  let unpositioned = false;
  for (const { groups, index } of text.matchAll(CONVERSION)) {
    if (groups?.literal !== undefined || index === text.length - 1) continue;
    count += 1;
    unpositioned ||= groups?.position === undefined;
  }
  return count > 1 && unpositioned;
}
