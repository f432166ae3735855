import type { IncomingMessage } from 'node:http';
import { DISCARDING_STALL_MS, MAX_DISCARDED_BYTES, MAX_DISCARDING_MS } from './connection-limits';

const CHECK_MS = 250;

/**
 * Reads and discards what a response has left unread of the request's body, because the next request on the connection
 * follows it. Node does so only for a body of which nothing was read, and without a bound. Closes the connection if the
 * rest is too large, takes too long, or stops.
 *
 * @param onDone is called when nothing is left to read
 */
export function discardUnreadBody(message: IncomingMessage, onDone: () => void): void {
  if (message.complete && message.readableLength === 0) return onDone();
  const { socket } = message;
  const end = performance.now() + MAX_DISCARDING_MS;
  const maxBytesRead = socket.bytesRead + MAX_DISCARDED_BYTES;
  let bytesRead = socket.bytesRead;
  let lastRead = performance.now();
  const timer = setInterval(() => {
    if (message.complete || socket.destroyed) {
      clearInterval(timer);
      return onDone();
    }
    const now = performance.now();
    if (socket.bytesRead > bytesRead) lastRead = now;
    bytesRead = socket.bytesRead;
    if (bytesRead > maxBytesRead || now > end || now - lastRead > DISCARDING_STALL_MS) socket.destroy();
  }, CHECK_MS);
  message.resume();
}
