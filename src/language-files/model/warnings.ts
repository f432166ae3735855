import { shortenMessage } from './short-message';

/**
 * Content that a conversion could not carry over. Every loss produces a warning, which the API returns to the client.
 */
export interface Warning {
  /** A stable identifier in snake_case: `duplicate_ignored`, `comment_dropped`, `plural_form_invented`, … */
  code: string;
  detail: string;
  key?: string;
  language?: string;
  line?: number;
}

/** The number of warnings that are listed; all further ones are only counted. */
export const MAX_WARNINGS = 1_000;

/** The warnings of one import or export. Plain data, so that worker threads can return it. */
export interface Warnings {
  /** The first `MAX_WARNINGS` warnings. */
  listed: Warning[];
  /** The number of all warnings. */
  count: number;
}

export const createWarnings = (): Warnings => ({ listed: [], count: 0 });

/**
 * Counts a warning, and lists it while there are fewer than `MAX_WARNINGS`, with at most `MAX_MESSAGE_LENGTH`
 * characters of its detail, so that memory stays bounded.
 */
export function addWarning(warnings: Warnings, warning: Warning): void {
  warnings.count++;
  if (warnings.listed.length >= MAX_WARNINGS) return;
  warnings.listed.push({ ...warning, detail: shortenMessage(warning.detail) });
}
