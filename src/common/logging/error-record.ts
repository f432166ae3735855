import { inSources } from './source-frames';

/** An error as it is logged. */
export type ErrorRecord = {
  type: string;
  message: string;
  stack: string;
  /** An error code of Node.js (`ECONNREFUSED`) or of PostgreSQL (SQLSTATE). */
  code?: string;
  constraint?: string;
  cause?: ErrorRecord;
};

const MAX_CAUSES = 4;

/**
 * Converts an error for the log and omits what may be data of a tenant: errors of the driver have the SQL and its
 * parameters (texts, hashes of secrets), and some messages quote a value.
 *
 * @param causes how many levels of `cause` are converted too
 */
export function errorRecord(error: unknown, causes = MAX_CAUSES): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = stringProperty(error, 'code');
  const constraint = stringProperty(error, 'constraint');
  return {
    type: error.name,
    message: quotesValues(error, code) ? 'omitted, because it may quote a value of the request' : error.message,
    stack: stackFrames(error),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && causes > 0 && { cause: errorRecord(error.cause, causes - 1) }),
  };
}

/**
 * Returns whether the message may quote a value: SQLSTATE class 22 is about data (PostgreSQL manual, appendix A), and a
 * `SyntaxError` quotes the text that it could not parse.
 */
const quotesValues = (error: Error, code: string | undefined): boolean =>
  error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(code ?? '');

function stringProperty(error: Error, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the frames of the stack, with positions in the sources, without the message above them. */
const stackFrames = ({ stack = '' }: Error): string =>
  inSources(stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
