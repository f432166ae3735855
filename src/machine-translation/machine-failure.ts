/** The reasons why a machine did not translate a text. */
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

/** A text that a machine did not translate. */
export interface Failed {
  failure: MachineFailure;
  /** Whether a provider that has refused the text refuses all texts, for instance because of a wrong key. */
  isOfAccount?: boolean;
}

interface RefusedAnswer extends Pick<Failed, 'isOfAccount'> {
  status: number;
  /** Milliseconds after which the provider may be asked again, if it says so. */
  retryAfterMs?: number;
}

/** A provider did not translate. Its message has nothing of the request or the answer. */
export class ProviderError extends Error {
  constructor(
    readonly failure: MachineFailure,
    readonly answer?: RefusedAnswer,
  ) {
    super(answer ? `${failure}, with the status ${answer.status}` : failure);
  }
}
