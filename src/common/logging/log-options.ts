import { destination } from 'pino';
import { errorRecord } from './error-record';

/**
 * Options of a pino logger that writes one JSON object per line. The serializers omit headers, queries, bodies and
 * parameters of any request or error that is logged.
 */
export const logOptions = (level: string) => ({
  level,
  timestamp: isoTime(),
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: {
    err: (error: unknown) => errorRecord(error),
    req: ({ method }: { method?: string }) => ({ method }),
    res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  },
});

/**
 * Returns a formatter of the time (RFC 3339) that formats once per millisecond; a busy service logs several lines in
 * one.
 */
function isoTime(): () => string {
  let formatted = NaN;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== formatted) {
      formatted = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

const BATCH_BYTES = 16_000;
const BATCH_MS = 100;

/**
 * Returns standard output for the log. Lines are written in batches, at most 100 ms late and before the process exits.
 * One write per line would take a tenth of the time of a small request. The lines are buffers, because a batch of strings
 * is copied and measured anew for each line. The first line opens the output, because an open one writes ten times a
 * second for the life of the process, lines or none.
 */
export function logDestination(open = openOutput): { write(line: string): void; flushSync(): void } {
  let output: ReturnType<typeof openOutput> | undefined;
  const writeBuffer = (line: Buffer): void => {
    output ??= open();
    (output.write as (line: unknown) => boolean).call(output, line);
  };
  return {
    write: (line) => writeBuffer(Buffer.from(line)),
    flushSync: () => output?.flushSync(),
  };
}

const openOutput = () =>
  destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: BATCH_MS, contentMode: 'buffer' });
