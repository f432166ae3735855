import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

/** Nest's own messages in the service's log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    const [context, stack] = rest.reverse();
    // What stops a start is told by `main`, in a line where the operator can mend it.
    const level = context === 'ExceptionHandler' ? 'debug' : 'error';
    if (message instanceof Error) this.logger[level]({ context, err: message }, 'an error');
    else this.logger[level]({ context, stack }, String(message));
  }
}
