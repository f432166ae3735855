import { MessageChannel } from 'node:worker_threads';

const { port1: closedPort } = new MessageChannel();
closedPort.close();

/**
 * Frees the memory of bytes that are not used any more, without waiting for the garbage collector, which lets megabytes
 * of them gather. Bytes that share their memory with others stay.
 *
 * A message to a closed port is discarded, with the memory that was transferred to it (HTML, "message port post message
 * steps").
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array | Uint32Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) closedPort.postMessage(undefined, [buffer]);
}
