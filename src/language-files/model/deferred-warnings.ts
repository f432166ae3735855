import { isUnwritable } from './left-out';
import { addWarning, createWarnings, type Warning, type Warnings } from './warnings';

/**
 * Warnings that are produced now and forwarded later, as plain data that a worker thread can return. Those about keys
 * that were left out have a list of their own, from which others cannot displace them.
 */
export interface DeferredWarnings {
  leftOut: Warnings;
  others: Warnings;
}

export const createDeferredWarnings = (): DeferredWarnings => ({ leftOut: createWarnings(), others: createWarnings() });

export const deferWarning = ({ leftOut, others }: DeferredWarnings, warning: Warning): void =>
  addWarning(isUnwritable(warning) ? leftOut : others, warning);

export function forwardWarnings({ leftOut, others }: DeferredWarnings, warn: (warning: Warning) => void): void {
  forwardList(leftOut, 'unwritable_text', warn);
  forwardList(others, 'warning_not_listed', warn);
}

/** Forwards the warnings of a list, and those that are only counted because the list was full. */
function forwardList({ listed, count }: Warnings, code: string, warn: (warning: Warning) => void): void {
  for (const warning of listed) warn(warning);
  for (let i = listed.length; i < count; i++) warn({ code, detail: '' });
}
