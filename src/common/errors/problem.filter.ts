import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_MEDIA_TYPE, refusalOf } from './problem';

/** Every failure, in one shape. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendProblem(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
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
