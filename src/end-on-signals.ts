import { constants } from 'node:os';

export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends the process on a signal, with the exit code 128 + its number: a start or a command, which has no request to finish.
 * Without a listener, process 1 of a container ignores the signal.
 *
 * @returns a function that removes the listeners
 */
export function endOnSignals(): () => void {
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

function end(signal: (typeof SIGNALS)[number]): never {
  process.exit(128 + constants.signals[signal]);
}
