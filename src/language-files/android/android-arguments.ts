const CONVERSION = /%(?:(?<literal>[%n])|(?<position>\d+\$)?(?:<\$?)?[-#+ ,(0-9]*[^]?)/g;

/**
 * Whether aapt2 refuses a text that is not marked `formatted="false"`: a text with several arguments of `String.format`
 * that do not all have a position (`%1$s`), so that a translation could not reorder them.
 */
export function hasUnorderedArguments(text: string): boolean {
  let count = 0;
  let hasUnpositioned = false;
  for (const { groups, index } of text.matchAll(CONVERSION)) {
    if (groups?.literal !== undefined || index === text.length - 1) continue;
    count += 1;
    hasUnpositioned ||= groups?.position === undefined;
  }
  return count > 1 && hasUnpositioned;
}
