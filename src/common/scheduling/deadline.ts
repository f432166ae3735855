/** The end of a wait that has several stages. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly endsAt: number;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param ms milliseconds for all stages together
   * @param createRefusal creates the error of a wait that takes longer
   */
  constructor(ms: number, createRefusal: () => Error) {
    this.endsAt = performance.now() + ms;
    this.timer = setTimeout(() => this.controller.abort(createRefusal()), ms);
  }

  /** Aborted with the refusal. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get remainingMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  /** Ends the wait: the signal is not aborted any more. */
  clear(): void {
    clearTimeout(this.timer);
  }
}

/**
 * Waits for a result until a signal is aborted. What makes the result is not stopped.
 *
 * @throws the reason of the signal
 */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
