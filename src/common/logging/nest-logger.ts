import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

/** Writes the messages of Nest to the log of the service: routine ones at the level `debug`, objects at `info` with their members. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  log(message: unknown, context?: string): void {
    if (typeof message === 'object' && message !== null) this.logger.info({ context, ...message }, context);
    else this.logger.debug({ context }, String(message));
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
    // `main` prints the errors that stop a start.
    const level = context === 'ExceptionHandler' ? 'debug' : 'error';
    if (message instanceof Error) this.logger[level]({ context, err: message }, 'an error');
    else this.logger[level]({ context, stack }, String(message));
  }
}
