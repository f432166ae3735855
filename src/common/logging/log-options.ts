import { stdTimeFunctions } from 'pino';
import { errorRecord } from './error-record';

/** JSON, a line an event. Whatever logs a request or an error: no header, query, body or parameter gets into the log. */
export const logOptions = (level: string) => ({
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: {
    err: (error: unknown) => errorRecord(error),
    req: ({ method }: { method?: string }) => ({ method }),
    res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  },
});
