import { VARIABLE } from '../text/placeholders/variables';

/** A format with exactly one variable, and the texts before and after it. */
export interface SingleVariableFormat {
  before: string;
  variable: string;
  after: string;
}

/**
 * Splits a format around its only variable. Returns undefined if the format has no variable or several, or if it has
 * other arguments: those are numbered together with the arguments of the forms, so a form and its format cannot be
 * joined.
 */
export function parseSingleVariableFormat(format: string): SingleVariableFormat | undefined {
  const [match] = format.matchAll(VARIABLE);
  const variable = match?.[1];
  if (!match || variable === undefined || variable === '') return undefined;
  const before = format.slice(0, match.index);
  const after = format.slice(match.index + match[0].length);
  if ((before + ' ' + after).replaceAll('%%', '').includes('%')) return undefined;
  return { before, variable, after };
}
