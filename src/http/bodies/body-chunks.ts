import type { IncomingMessage } from 'node:http';
import { BODY_STALL_MS } from '../connections/connection-limits';
import { IncompleteBodyError } from './body-errors';

/**
 * Yields the body of a request as it arrives. A consumer that stops early leaves the stream open, because the response
 * uses the same connection; `ConnectionWatch` discards the rest.
 *
 * @param stallMs the time without a byte, in milliseconds, after which the body counts as incomplete
 * @throws IncompleteBodyError if the client disconnects or stops before the end of its body
 */
export async function* bodyChunks(message: IncomingMessage, stallMs = BODY_STALL_MS): AsyncGenerator<Buffer> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  let rejectStalled: (error: Error) => void = () => undefined;
  const stalled = new Promise<never>((_, reject) => (rejectStalled = reject));
  const timer = setTimeout(() => rejectStalled(new IncompleteBodyError()), stallMs);
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stalled]);
      if (done) return;
      timer.refresh();
      yield value;
    }
  } catch {
    throw new IncompleteBodyError();
  } finally {
    clearTimeout(timer);
    // The iterator's listener would keep the stream from flowing when its rest is discarded.
    void chunks.return?.();
  }
}
