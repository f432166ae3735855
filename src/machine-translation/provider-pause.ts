import type { MachineFailure } from './machine-failure';
import type { ProviderClock } from './provider-clock';

/** The pause after the first failure without a `Retry-After`; each further one is twice as long. */
const FIRST_MS = 1_000;
const MAX_MS = 16_000;
/** A provider whose pause ended so long ago is not known to be away any more. */
const FORGET_MS = 60_000;
/** Failures in a row after which it is given up, however short the pauses are. */
const MAX_ROUNDS = 8;

/**
 * The time in which a provider that is busy or away is not asked. All requests of the process to an account share it: the provider counts them together,
 * so that requests which do not wait would only make it last longer.
 */
export class ProviderPause {
  private until = -Infinity;
  /** Failures in a row. Failures of requests that were sent together count once. */
  private rounds = 0;
  /** The time of the first request in this row. */
  private awaySince = 0;
  private answeredAt = -Infinity;
  private lastCause: MachineFailure = 'busy';

  constructor(private readonly clock: ProviderClock) {}

  get isOver(): boolean {
    return this.clock.now() >= this.until;
  }

  /** The failure that has begun the last pause. */
  get cause(): MachineFailure {
    return this.lastCause;
  }

  /** Returns whether the provider has translated at a time, or later. */
  hasAnsweredSince(time: number): boolean {
    return this.answeredAt >= time;
  }

  /**
   * Waits for the end of the pause.
   *
   * @param patienceMs for which the provider may answer nothing, the rest of the pause included
   * @returns false, without a wait, if the pause takes longer
   * @throws the reason of the signal
   */
  async pass(patienceMs: number, signal: AbortSignal): Promise<boolean> {
    for (let rest = this.until - this.clock.now(); rest > 0; rest = this.until - this.clock.now()) {
      if (this.until - this.awaySince > patienceMs) return false;
      await this.clock.delay(rest, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error;
      });
    }
    return true;
  }

  /**
   * Begins a pause, after a failure that passes.
   *
   * @param askedAt when the request was sent
   * @param retryAfterMs the time that the provider asks for
   * @returns whether it may be asked again after it
   */
  begin(askedAt: number, cause: MachineFailure, retryAfterMs: number | undefined): boolean {
    const now = this.clock.now();
    this.lastCause = cause;
    if (this.rounds === 0 || now - this.until > FORGET_MS) {
      this.rounds = 0;
      this.awaySince = askedAt;
    }
    // A request that was sent before the pause fails for the same cause as the request that began the pause.
    if (askedAt >= this.until || this.rounds === 0) this.rounds++;
    const backOff = Math.min(FIRST_MS * 2 ** (this.rounds - 1), MAX_MS) * (0.5 + this.clock.random() / 2);
    // Replicas that were told the same time do not come back together.
    const told = retryAfterMs === undefined ? backOff : retryAfterMs * (1 + this.clock.random() / 10);
    this.until = Math.max(this.until, now + told);
    return this.rounds <= MAX_ROUNDS;
  }

  /** Notes that the provider has translated. */
  answered(): void {
    this.rounds = 0;
    this.answeredAt = this.clock.now();
  }
}
