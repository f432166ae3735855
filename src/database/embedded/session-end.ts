import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL has ended: no call can be executed any more. */
export class SessionEndedError extends Error {
  /** @param reason one line, of PostgreSQL's log where it has one */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`the embedded database has stopped: ${reason}`, options);
  }
}

/**
 * PGlite's exit status for an error of a statement, which leads back to PostgreSQL's main loop
 * (`POSTGRES_MAIN_LONGJMP`).
 */
const ERROR_OF_STATEMENT = 100;

/** The functions of PGlite's module that run PostgreSQL's main loop, and the ones after an exception of it. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void;
  stackRestore: (stack: number) => void;
  _PostgresSendReadyForQueryIfNecessary: () => void;
  _pgl_pq_flush: () => void;
}

/** Reads from PostgreSQL's log why it ends: the last PANIC or FATAL, else the last line. */
export class EndReasons {
  private reason: string | undefined;
  private lastLine: string | undefined;

  /** Receives a line of the log (`onStderr` of PGlite). @returns false, with which PGlite ignores the line */
  readonly read = (line: string): boolean => {
    this.lastLine = line;
    this.reason = /\b(?:PANIC|FATAL):.*/.exec(line)?.[0].replace(/\s+/g, ' ') ?? this.reason;
    return false;
  };

  /** Returns the error for an exception that ended PostgreSQL. */
  explain(exception: unknown): SessionEndedError {
    const reason = this.reason ?? this.lastLine ?? (exception instanceof Error ? exception.message : String(exception));
    return new SessionEndedError(reason, { cause: exception });
  }
}

/**
 * Ends the call that is executed, with a `SessionEndedError`, when PostgreSQL ends: by PANIC, FATAL or a crash. PGlite
 * catches every exception of the main loop and runs it again, without end if there is no PostgreSQL any more.
 */
export function endWithPostgres(pglite: PGlite, reasons: EndReasons, onEnd: (error: SessionEndedError) => void): void {
  const module = pglite.Module as unknown as MainLoop;
  const runOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (exception) {
      if ((exception as { status?: unknown }).status === ERROR_OF_STATEMENT) throw exception;
      const error = reasons.explain(exception);
      // PGlite calls it while it handles the exception; only what it throws there ends its loop.
      module.stackRestore = () => {
        throw error;
      };
      module._PostgresSendReadyForQueryIfNecessary = module._pgl_pq_flush = () => undefined;
      onEnd(error);
      throw exception;
    }
  };
}
