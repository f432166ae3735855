import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../common/errors/domain-error';
import { PROBLEM_MEDIA_TYPE, refusalOf } from './problem';

/** Every failure, in one shape. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly modules: ModuleRef) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: { id: string } }>>();
    sendProblem(await this.firstRefusal(error, request), request, http.getResponse<FastifyReply>());
  }

  /**
   * Keeps the order of refusals, 404 before 400: a wrong request that names a resource which the caller cannot see is told
   * nothing but that. Looked up only for requests that fail anyway, so that right ones pay nothing.
   */
  private async firstRefusal(
    error: unknown,
    { locator, principal, params }: FastifyRequest<{ Params: { id: string } }>,
  ): Promise<unknown> {
    if (!locator || !principal || !(error instanceof DomainError) || error.status !== 400) return error;
    try {
      await this.modules.get(locator, { strict: false }).assertVisible(principal, params.id);
      return error;
    } catch (refusal) {
      return refusal;
    }
  }
}

/** Also what Fastify calls itself, before there is a route. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, headers } = refusalOf(error, request);
  request.failure = error;
  // Otherwise the log says it in the request's own line, when the answer is out.
  if (problem.status >= 500 && reply.raw.closed) request.log.error({ err: error }, 'failed after the client had gone');
  if (reply.sent || reply.raw.headersSent) {
    // Part of an answer is out: ending the connection is the only way left to say that it is not whole.
    reply.raw.destroy();
    return;
  }
  reply.removeHeader('content-length');
  void reply
    .status(problem.status)
    .headers(headers)
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(problem));
}
