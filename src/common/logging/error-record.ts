/** What the log says of an error. */
export type ErrorRecord = {
  type: string;
  message: string;
  stack: string;
  /** Of the system or of PostgreSQL (SQLSTATE). */
  code?: string;
  constraint?: string;
  cause?: ErrorRecord;
};

const MAX_CAUSES = 4;

/**
 * An error for the log, without what it may repeat of a request: the driver's errors carry the SQL and its parameters,
 * which are texts and hashes of secrets, and some messages quote the value that they are about.
 */
export function errorRecord(error: unknown, causes = MAX_CAUSES): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = textOf(error, 'code');
  const constraint = textOf(error, 'constraint');
  return {
    type: error.name,
    message: quotesValues(error, code) ? 'left out: it may quote what was sent' : error.message,
    stack: framesOf(error),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && causes > 0 && { cause: errorRecord(error.cause, causes - 1) }),
  };
}

/** SQLSTATE class 22 is about values (PostgreSQL manual, appendix A); so are the errors of JavaScript's own parsers. */
const quotesValues = (error: Error, code: string | undefined): boolean =>
  error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(code ?? '');

function textOf(error: Error, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Without the message that it begins with. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
