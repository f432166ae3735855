import { Flag } from '../character-flags';
import type { TextFacts } from '../text-facts';

const LINE_END = /[\n\r]/;

/**
 * Compares the line breaks of texts: those at the start and the end, and whether there are any between. Translations
 * break long texts into other lines, so that their number is not compared.
 */
export function findLineBreaks(source: TextFacts, target: TextFacts): string | undefined {
  if ((!source.has(Flag.newline) && !target.has(Flag.newline)) || source.isIdentifier) return undefined;
  return (
    compare(source.leadingSpace, target.leadingSpace, 'at the start') ??
    compare(source.trailingSpace, target.trailingSpace, 'at the end') ??
    compareInside(source.text.trim(), target.text.trim())
  );
}

function compare(source: string, target: string, place: string): string | undefined {
  const [expected, found] = [LINE_END.test(source), LINE_END.test(target)];
  if (expected === found) return undefined;
  return expected ? `the line break ${place} of the source is missing` : `the source has no line break ${place}`;
}

/** A text up to this length has no reason to be broken into lines, in UTF-16 code units. */
const SHORT = 60;

function compareInside(source: string, target: string): string | undefined {
  if (source.length > SHORT || target.length > SHORT || LINE_END.test(source) || !LINE_END.test(target))
    return undefined;
  return 'the source has no line breaks';
}
