import { hostname } from 'node:os';
import { destination } from 'pino';

const BATCH_BYTES = 16_000;
const BATCH_MS = 100;
/** Milliseconds that the end of the process waits for a reader of the log that does not read. */
const MAX_FLUSH_MS = 5_000;
/** Bytes of lines that wait for the reader of the log. */
const MAX_WAITING_BYTES = 16 * 1_048_576;

export interface LogOutput {
  write(line: Buffer): void;
  /** Writes the lines that wait. If nobody reads them for some seconds, they are lost, and no line is written any more. */
  flushSync(): void;
}

/**
 * Opens the output of the log. Lines are written in batches, at most 100 ms late and before the process exits. One write
 * per line would take a tenth of the time of a small request. The lines are buffers, because a batch of strings is copied
 * and measured anew for each line.
 *
 * Lines that the reader of the log does not take wait in memory, and are left out beyond a size: a line says how many
 * when the reader goes on. The end of the process waits for the reader for some seconds.
 *
 * @param dest file descriptor
 */
export function openLogOutput(dest = 1, maxWaitingBytes = MAX_WAITING_BYTES, maxFlushMs = MAX_FLUSH_MS): LogOutput {
  let retryUntil = Infinity;
  let isLost = false;
  const flushSync = (): void => {
    if (isLost) return;
    retryUntil = performance.now() + maxFlushMs;
    try {
      output.flushSync();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      // A part of a line may have been written.
      isLost = true;
      output.destroy();
    } finally {
      retryUntil = Infinity;
    }
  };
  // Before the listener of the output, which would flush without an end.
  process.once('exit', flushSync);
  const output = destination({
    dest,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: BATCH_MS,
    contentMode: 'buffer',
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => performance.now() < retryUntil,
  });
  let dropped = 0;
  output.on('drop', () => dropped++);
  output.on('drain', () => {
    if (dropped === 0) return;
    write(Buffer.from(`${JSON.stringify(linesLeftOut(dropped))}\n`));
    dropped = 0;
  });
  const write = (line: Buffer): void => {
    if (!isLost) (output.write as (line: unknown) => boolean).call(output, line);
  };
  return { write, flushSync };
}

const linesLeftOut = (count: number): Record<string, unknown> => ({
  level: 'warn',
  time: new Date().toISOString(),
  pid: process.pid,
  hostname: hostname(),
  msg: `the reader of the log was too slow: ${count} lines were left out`,
});
