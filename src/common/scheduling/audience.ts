/**
 * The callers that wait for one result. When all callers have left, the signal is aborted with the reason of the last
 * caller.
 */
export class Audience {
  private present = 0;
  private readonly abandonment = new AbortController();

  get signal(): AbortSignal {
    return this.abandonment.signal;
  }

  /** Waits for the result. @param signal is aborted when the caller leaves; the result is awaited nevertheless */
  async wait<T>(result: Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = (): void => {
      if (--this.present === 0) this.abandonment.abort(signal?.reason);
    };
    this.present++;
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave);
    try {
      return await result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
