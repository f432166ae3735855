import type { ServerResponse } from 'node:http';

/** How little a client may take in how long a time. */
export interface Pace {
  bytes: number;
  ms: number;
}

/** 70 kB/s: slower than any line that a build or a dashboard is on. */
export const PACE: Pace = { bytes: 4 * 1_048_576, ms: 60_000 };

/**
 * Ends the connection of a client that takes an answer too slowly, or not at all: what is sent from a file would hold the
 * file's space for as long as the client likes. For bodies that go out as they are read: all of one that is sent at once
 * counts as taken.
 */
export function endWhenSlow(response: ServerResponse, { bytes, ms }: Pace = PACE): void {
  const { socket } = response;
  if (!socket) return;
  let taken = socket.bytesWritten;
  const timer = setInterval(() => {
    // Where nothing waits to be taken, it is the source that is slow.
    if (socket.writableLength > 0 && socket.bytesWritten - taken < bytes) socket.destroy();
    taken = socket.bytesWritten;
  }, ms).unref();
  response.once('close', () => clearInterval(timer));
}
