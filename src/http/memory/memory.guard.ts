import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_BYTES } from '../../common/page-bytes';
import { FairSemaphore, type Turn, type TurnOptions } from '../../common/scheduling/fair-semaphore';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { bodyLimitOf } from '../bodies/body-limit';
import { expectedBytes } from '../bodies/read-bytes';
import { signalOf } from '../connections/client-signal';
import { ANSWER, type AnswerKind, READS_AS_GET } from '../operation.decorator';
import { MemoryBusyError } from './memory-busy.error';

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory that is reserved for the request, if it may need much. */
    memory?: Turn;
  }
}

/** Bytes of memory for each byte of an answer: as the driver receives it, as a text, as JSON, and as it is sent. */
const BYTES_PER_ANSWERED_BYTE = 4;
/** Bytes of memory for each byte of a JSON body, as measured for many short texts. */
const BYTES_PER_BODY_BYTE = 8;
/** Smaller requests reserve nothing: connections, rates and the pool of the database bound these. */
const FREE_BYTES = 1_048_576;
/** Milliseconds for which a request waits. */
const MAX_WAIT_MS = 10_000;
/** The number of requests of one organization that wait. */
const MAX_WAITING = 100;

/** Bytes of memory that reading an answer takes. */
const READ_BYTES: Record<AnswerKind, number> = {
  object: 0,
  page: BYTES_PER_ANSWERED_BYTE * PAGE_BYTES,
  // Steps of it, or a file.
  stream: PAGE_BYTES,
};

/**
 * Bounds the memory that the bodies and the answers of all requests take together. Before a request that may need much
 * is served, memory is reserved for it: for a read, as much as the largest answer of its operation takes, of which only
 * the size of the answer is kept while it is sent; for a write, as much as its body takes. Organizations take turns,
 * and one of them never holds more than half.
 *
 * It is the guard before the body is read. A write does not reserve memory for its answer: it waits for its project
 * meanwhile, and what it answers is at most a step of a stream for each connection that writes.
 */
@Injectable()
export class MemoryGuard implements CanActivate {
  private readonly memory: FairSemaphore;
  private readonly maxUploadBytes: number;

  constructor(
    private readonly reflector: Reflector,
    @Inject(SETTINGS) { requestBytes, maxUploadBytes }: Pick<Settings, 'requestBytes' | 'maxUploadBytes'>,
  ) {
    this.maxUploadBytes = maxUploadBytes;
    this.memory = new FairSemaphore({
      slots: requestBytes,
      slotsPerGroup: Math.floor(requestBytes / 2),
      maxWaiting: MAX_WAITING,
      timeoutMs: MAX_WAIT_MS,
      createRefusal: () => new MemoryBusyError(),
    });
  }

  /** @throws MemoryBusyError */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const size = this.bytesOf(request, context);
    if (!request.principal || size < FREE_BYTES) return true;
    const { organizationId } = request.principal;
    const turn = this.memory.tryEnter(organizationId, size);
    if (turn) return hold(request, turn);
    const signal = signalOf(http.getResponse<FastifyReply>());
    return this.wait(organizationId, { size, signal }).then((entered) => hold(request, entered));
  }

  private async wait(organizationId: string, options: TurnOptions): Promise<Turn> {
    return this.memory.enter(organizationId, options);
  }

  private bytesOf(request: FastifyRequest, context: ExecutionContext): number {
    const readBytes = (): number => {
      const kind = this.reflector.get<AnswerKind | undefined>(ANSWER, context.getHandler());
      return kind ? READ_BYTES[kind] : 0;
    };
    if (request.method === 'GET' || request.method === 'HEAD') return readBytes();
    const limit = bodyLimitOf(this.reflector, context);
    if (limit === undefined) return 0;
    // A file is parsed in a thread, whose heap is limited.
    if (limit === 'none') return expectedBytes(request) ?? this.maxUploadBytes;
    const bodyBytes = BYTES_PER_BODY_BYTE * Math.min(limit, expectedBytes(request) ?? limit);
    const isRead = this.reflector.get<boolean | undefined>(READS_AS_GET, context.getHandler());
    return isRead ? Math.max(bodyBytes, readBytes()) : bodyBytes;
  }
}

function hold(request: FastifyRequest, turn: Turn): true {
  request.memory = turn;
  return true;
}

/**
 * Releases the memory of a request except the size of its answer, which is kept until the answer is sent.
 *
 * @param payload as Fastify sends it
 */
export function keepAnswerOnly({ memory }: FastifyRequest, payload: unknown): void {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) memory?.shrinkTo(payload.length);
}
