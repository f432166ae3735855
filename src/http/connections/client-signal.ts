import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../common/errors/domain-error';

/** The client disconnected before its request was served. It does not receive this error. */
export class ClientDisconnectedError extends DomainError {
  constructor() {
    super('malformed_request', 'the client has disconnected');
  }
}

/**
 * The signals of the responses that have one. Many parts of a request wait: a response has one listener for all of
 * them.
 */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>();

/**
 * Returns a signal that is aborted with a `ClientDisconnectedError` if the client disconnects before the response is
 * sent.
 */
export function signalOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  if (raw.closed) return AbortSignal.abort(new ClientDisconnectedError());
  const signal = signals.get(raw);
  if (signal) return signal;
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientDisconnectedError());
  });
  signals.set(raw, controller.signal);
  return controller.signal;
}

/** Injects a function that returns the signal of `signalOf`. It is created on demand: most requests never wait. */
export const ClientSignal = createParamDecorator((_: unknown, context: ExecutionContext): (() => AbortSignal) => {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  return () => signalOf(reply);
});
