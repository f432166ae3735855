import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../common/errors/catalogue';
import { DomainError } from '../../common/errors/domain-error';
import { PROBLEM_MEDIA_TYPE, toProblemResponse } from '../problems/problem';
import { COMMON_HEADERS } from '../responses/response-headers';
import { LINGER_MS } from './connection-limits';
import type { ConnectionWatch } from './connection-watch';

/** A request that Node's HTTP parser refused, or that was not complete in time. */
class ParserError extends DomainError {
  constructor({ code }: NodeJS.ErrnoException) {
    super(...(REFUSALS[code ?? ''] ?? (['malformed_request', 'the request is not well-formed HTTP'] as const)));
  }
}

const REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the request line and the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not arrive in time'],
};

/** Answers the requests that Node's HTTP parser refuses, which Fastify does not see, and closes their connections. */
export class ParserErrors {
  private readonly refused = new WeakSet<Socket>();

  /** @param onProblem is called with the code of each answer */
  constructor(
    private readonly connections: ConnectionWatch,
    private readonly log: FastifyBaseLogger,
    private readonly onProblem: (code: ErrorCode) => void,
  ) {}

  /** Must be called for each `clientError` of the server. */
  handle(error: NodeJS.ErrnoException, socket: Socket): void {
    // What follows the first refused byte is refused too.
    if (this.refused.has(socket)) return;
    this.refused.add(socket);
    this.refuse(error, socket);
  }

  private refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const replies = this.connections.openRepliesOn(socket);
    const last = replies.at(-1);
    if (last?.request.raw.complete && !last.raw.closed) {
      // The parser refuses the next request on the connection, whose answer follows this reply.
      last.raw.once('close', () => this.refuse(error, socket));
      return;
    }
    // A response that has begun can be marked as incomplete only by closing the connection.
    if (!socket.writable || replies.length > 1 || last?.raw.headersSent) {
      socket.destroy(error);
      return;
    }
    this.answer(new ParserError(error), socket, last?.request);
  }

  private answer(error: ParserError, socket: Socket, request = { id: randomUUID() as string, originalUrl: '/' }): void {
    const { problem } = toProblemResponse(error, request);
    const body = Buffer.from(JSON.stringify(problem));
    const headers = {
      Date: new Date().toUTCString(),
      'Content-Type': PROBLEM_MEDIA_TYPE,
      'Content-Length': body.length,
      Connection: 'close',
      'X-Request-Id': problem.requestId,
      ...COMMON_HEADERS,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n`;
    this.log.info(
      { requestId: problem.requestId, status: problem.status, code: problem.code },
      'refused by the parser',
    );
    this.onProblem(problem.code);
    socket.end(Buffer.concat([Buffer.from(head), body]));
    // The client may still be sending. To close at once would reset the connection, and the client might lose the
    // answer.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}
