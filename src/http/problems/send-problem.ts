import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownFailure } from '../../common/errors/known-failure';
import { PROBLEM_MEDIA_TYPE, type ProblemResponse, toProblemResponse } from './problem';

/** Returns the problem document of an error with its headers, and notes it for the log of the request. */
export function problemOf(error: unknown, request: FastifyRequest): ProblemResponse {
  const failure = knownFailure(error);
  const found = toProblemResponse(failure, request);
  request.failure = failure;
  request.problemCode = found.problem.code;
  return found;
}

/** Sends the problem document of an error. Fastify's own errors, before a route is found, are sent with it too. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, headers } = problemOf(error, request);
  const { failure } = request;
  // If the response is still open, the request's own log line contains the error.
  if (problem.status >= 500 && reply.raw.closed)
    request.log.error({ err: failure }, 'failed after the client disconnected');
  if (reply.sent || reply.raw.headersSent) {
    // A part of the response is sent. Closing the connection is the only way to mark it as incomplete.
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
