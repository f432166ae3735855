import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonBody } from '../http/responses/json-stream';
import { RequestInProgressError } from './idempotency-errors';
import { KeptAnswers } from './kept-answers';
import { type Answer, AnsweredBefore, Once } from './once';

/** A body as it is sent: the document, the bytes of a kept answer, or a stream of a large document. */
export type SentBody<Body extends object> = Body | Buffer | Readable;

/** Answers requests of operations with the note `idempotent`. */
@Injectable()
export class Idempotency {
  /** The keys of the requests of this process that are under way, with their organizations. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly answers: KeptAnswers,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Answers a request with what `write` did, or did for an earlier request with the same `Idempotency-Key`. Failures
   * are not kept: they have done nothing, and a repetition is a new attempt.
   *
   * @param write does its work in one transaction, which calls `once` if it is given
   * @param respond returns the answer; it is called inside the transaction
   * @throws IdempotencyKeyReusedError, RequestInProgressError, AnswerNotKeptError, and the errors of `write`
   */
  async answer<T, Body extends object>(
    reply: FastifyReply,
    write: (once?: Once<T>) => Promise<T>,
    respond: (written: T) => Answer<Body>,
  ): Promise<SentBody<Body>> {
    const { idempotencyKey: key, principal } = reply.request;
    if (key === undefined || !principal) return send(reply, respond(await write()));
    const id = { organizationId: principal.organizationId, key };
    const name = JSON.stringify(id);
    if (this.underWay.has(name)) throw new RequestInProgressError();
    this.underWay.add(name);
    try {
      const once = new Once(this.answers, id, () => fingerprint(reply.request), respond);
      return send(reply, respond(await write(once)));
    } catch (error) {
      if (!(error instanceof AnsweredBefore)) throw error;
      await this.assertVisible(reply.request);
      void reply.header('Idempotent-Replayed', 'true').header('content-type', 'application/json; charset=utf-8');
      void reply.headers(error.answer.headers);
      return Buffer.from(error.answer.body);
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Another API key of the organization may repeat the request, but only if it can see the resource of the answer. */
  private async assertVisible({ locator, principal, params }: FastifyRequest): Promise<void> {
    if (!locator || !principal) return;
    const path = params as { id: string } & Record<string, string>;
    await this.modules.get(locator, { strict: false }).assertVisible(principal, path.id, path);
  }
}

function send<Body extends object>(reply: FastifyReply, { headers, body }: Answer<Body>): Body | Readable {
  void reply.headers(headers);
  return jsonBody(reply, body);
}

/** Returns the hash of all that makes a request the same as another. */
function fingerprint({ method, url, bodyHash }: FastifyRequest): Buffer {
  if (!bodyHash) throw new Error('the body of a request with an Idempotency-Key was not hashed');
  return createHash('sha256')
    .update(JSON.stringify([method, url, bodyHash.toString('hex')]))
    .digest();
}
