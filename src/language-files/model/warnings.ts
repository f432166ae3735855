import type { Warning } from './codec';

/** More warnings than these are counted, not listed. */
export const MAX_WARNINGS = 1_000;

/** What conversions could not carry over; plain data, so that threads can hand it on. */
export interface Warnings {
  /** The first of them. */
  listed: Warning[];
  /** Of all. */
  count: number;
}

export const noWarnings = (): Warnings => ({ listed: [], count: 0 });

/** However many there are, no more than the listed ones are held. */
export function addWarning(warnings: Warnings, warning: Warning): void {
  warnings.count++;
  if (warnings.listed.length < MAX_WARNINGS) warnings.listed.push(warning);
}
