/** Why a machine did not translate a text. */
export const MACHINE_FAILURES = [
  'not_set_up',
  'month_used_up',
  'quota',
  'busy',
  'refused',
  'failed',
  'timeout',
  'unreachable',
  'address_not_allowed',
  'secret_unreadable',
  'bad_answer',
  'broken',
  'not_translatable',
] as const;
export type MachineFailure = (typeof MACHINE_FAILURES)[number];

/** Failures that concern one text: the next one may be translated. */
export const FAILURES_OF_ONE_TEXT: ReadonlySet<MachineFailure> = new Set<MachineFailure>([
  'bad_answer',
  'broken',
  'not_translatable',
]);

/** A provider did not translate. Its message has nothing of the request or the answer. */
export class ProviderError extends Error {
  constructor(
    readonly failure: MachineFailure,
    /** The status of its answer. */
    readonly status?: number,
    /** Milliseconds after which it may be asked again, if it says so. */
    readonly retryAfterMs?: number,
  ) {
    super(status === undefined ? failure : `${failure}, with the status ${status}`);
  }
}
