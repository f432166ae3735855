import type { IncomingMessage } from 'node:http';
import { IncompleteBodyError } from './body-errors';

/** A client that sends nothing of its body for so long, in milliseconds, is told so and let go. */
const STALL_MS = 30_000;

/**
 * The body as it comes in. Left early, the stream lives on: the answer goes out on the same connection.
 * @throws IncompleteBodyError where the client goes away, or stops, before its body is through
 */
export async function* bodyChunks(message: IncomingMessage, stallMs = STALL_MS): AsyncGenerator<Buffer> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  let giveUp: (error: Error) => void = () => undefined;
  const stalled = new Promise<never>((_, reject) => (giveUp = reject));
  const timer = setTimeout(() => giveUp(new IncompleteBodyError()), stallMs);
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
  }
}
