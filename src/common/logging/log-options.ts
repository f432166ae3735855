import { destination } from 'pino';
import { errorRecord } from './error-record';

/** JSON, a line an event. Whatever logs a request or an error: no header, query, body or parameter gets into the log. */
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

/** RFC 3339, made once a millisecond: a busy service writes several lines in each. */
function isoTime(): () => string {
  let at = NaN;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

const BATCH_BYTES = 16_000;
const BATCH_MS = 100;

/**
 * Standard output, written in batches: a line is out a tenth of a second later, and with the last one when the process ends
 * by itself. A write for each line would cost a small request a tenth of its time.
 */
export const logDestination = () =>
  destination({ dest: 1, sync: false, minLength: BATCH_BYTES, periodicFlush: BATCH_MS });
