import type { Transaction } from '../database/transaction';
import { AnswerNotKeptError, IdempotencyKeyReusedError, RequestInProgressError } from './idempotency-errors';
import { isStreamed } from '../http/responses/json-stream';
import type { KeptAnswer } from './kept-answer.entity';
import type { AnswerId, KeptAnswers } from './kept-answers';

/** The largest answer that is kept, in bytes of its JSON. */
const MAX_ANSWER_BYTES = 4 * 1_048_576;

/** The answer of an operation that has succeeded. */
export interface Answer<Body extends object = object> {
  headers: Record<string, string>;
  body: Body;
}

/** Thrown instead of doing a write again. It is no failure: the answer of the first request is sent. */
export class AnsweredBefore extends Error {
  constructor(readonly answer: Pick<KeptAnswer, 'headers' | 'body'>) {
    super('the write was done before');
  }
}

/**
 * Makes a write happen once for each `Idempotency-Key`. Its transaction calls `claim` before it does or locks anything,
 * and `keep` when all is done: the answer and the changes that it describes are committed together, or neither is.
 */
export class Once<T> {
  /**
   * @param fingerprint returns the hash of the request, once its body is read
   * @param respond returns the answer to the result of the write
   */
  constructor(
    private readonly answers: KeptAnswers,
    private readonly id: AnswerId,
    private readonly fingerprint: () => Buffer,
    private readonly respond: (written: T) => Answer,
  ) {}

  /**
   * Reads the answer before a long preparation of the write. A request that passes must still `claim`.
   *
   * @throws AnsweredBefore, IdempotencyKeyReusedError
   */
  async lookUp(tx?: Transaction): Promise<void> {
    const kept = await this.answers.find(this.id, tx);
    if (!kept) return;
    if (!kept.request.equals(this.fingerprint())) throw new IdempotencyKeyReusedError();
    throw new AnsweredBefore(kept);
  }

  /** @throws AnsweredBefore, IdempotencyKeyReusedError, RequestInProgressError, AnswerNotKeptError */
  async claim(tx: Transaction): Promise<void> {
    if (!(await this.answers.tryLock(this.id, tx))) throw new RequestInProgressError();
    // A statement of its own: its snapshot is taken after the lock, and contains what the transaction that had it
    // committed.
    await this.lookUp(tx);
    await this.answers.assertRoom(this.id, tx);
  }

  /** @throws AnswerNotKeptError, which rolls the write back */
  async keep(tx: Transaction, written: T): Promise<void> {
    const { headers, body } = this.respond(written);
    if (isStreamed(body)) throw tooLarge();
    const json = JSON.stringify(body);
    if (Buffer.byteLength(json) > MAX_ANSWER_BYTES) throw tooLarge();
    await this.answers.insert({ ...this.id, request: this.fingerprint(), headers, body: json }, tx);
  }
}

const tooLarge = (): AnswerNotKeptError =>
  new AnswerNotKeptError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes and cannot be kept`);
