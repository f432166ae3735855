import type { ServerResponse } from 'node:http';

/** The least that a client has to receive in an interval. */
export interface MinimumPace {
  bytes: number;
  ms: number;
}

/** 70 kB/s: slower than the network of a build server or a dashboard. */
const MINIMUM_PACE: MinimumPace = { bytes: 4 * 1_048_576, ms: 60_000 };

/**
 * Disconnects a client that receives a streamed response too slowly, because the file that is streamed occupies disk
 * space for as long. A response that is sent from memory at once is not limited.
 */
export function disconnectSlowClient(response: ServerResponse, { bytes, ms }: MinimumPace = MINIMUM_PACE): void {
  const { socket } = response;
  if (!socket) return;
  let received = socket.bytesWritten;
  const timer = setInterval(() => {
    // If nothing is queued, the client waits for the source.
    if (socket.writableLength > 0 && socket.bytesWritten - received < bytes) socket.destroy();
    received = socket.bytesWritten;
  }, ms).unref();
  response.once('close', () => clearInterval(timer));
}
