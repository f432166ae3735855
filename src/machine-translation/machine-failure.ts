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

/** Statuses of a gateway whose server is away, and of a server that starts or is too busy. */
const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** A provider did not translate. Its message has nothing of the request or the answer. */
export class ProviderError extends Error {
  /** Whether the provider is away for some time, or too slow. One text that is hard for it can look the same. */
  readonly isAway: boolean;
  /** Whether it may translate the same request some time later. */
  readonly isPassing: boolean;

  /** @param isConnectionLost whether a connection to an address of the provider failed, which may be made later */
  constructor(
    readonly failure: MachineFailure,
    readonly answer?: RefusedAnswer,
    isConnectionLost = false,
  ) {
    super(answer ? `${failure}, with the status ${answer.status}` : failure);
    const isUnavailable = UNAVAILABLE.has(answer?.status) && answer?.retryAfterMs === undefined;
    this.isAway = failure === 'timeout' || isConnectionLost || isUnavailable;
    this.isPassing = this.isAway || failure === 'busy' || UNAVAILABLE.has(answer?.status);
  }
}
