import { errorRecord } from './error-record';
import { type LogOutput, openLogOutput } from './log-output';

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

/**
 * Returns standard output for the log. The first line opens it, because an open output writes ten times a second for the
 * life of the process, lines or none.
 */
export function logDestination(open: () => LogOutput = openLogOutput): {
  write(line: string): void;
  flushSync(): void;
} {
  let output: LogOutput | undefined;
  return {
    write: (line) => (output ??= open()).write(Buffer.from(line)),
    flushSync: () => output?.flushSync(),
  };
}
