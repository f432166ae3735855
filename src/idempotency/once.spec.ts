import { Readable } from 'node:stream';
import type { Transaction } from '../database/transaction';
import { JsonItems } from '../http/responses/json-stream';
import { AnswerNotKeptError } from './idempotency-errors';
import type { KeptAnswers } from './kept-answers';
import { Once } from './once';

const TX = {} as Transaction;
const LARGEST = 4 * 1_048_576;

describe('Once', () => {
  let kept: { body: string }[];
  const keep = (body: object): Promise<void> => {
    const answers = { insert: (answer: { body: string }) => Promise.resolve(void kept.push(answer)) };
    const once = new Once<object>(
      answers as unknown as KeptAnswers,
      { organizationId: 'a', key: 'k' },
      () => Buffer.alloc(32),
      (written) => ({ headers: {}, body: written }),
    );
    return once.keep(TX, body);
  };
  beforeEach(() => {
    kept = [];
  });

  it('keeps an answer of at most 4 MiB', async () => {
    const body = (length: number) => ({ text: 'x'.repeat(length) });
    const rest = LARGEST - JSON.stringify(body(0)).length;
    await keep(body(rest));
    expect(kept.map((answer) => answer.body.length)).toEqual([LARGEST]);
    await expect(keep(body(rest + 1))).rejects.toThrow(AnswerNotKeptError);
    expect(kept).toHaveLength(1);
  });

  it('keeps no answer with parts that are read while they are sent', async () => {
    await expect(keep({ items: new JsonItems(Readable.from([])) })).rejects.toThrow(AnswerNotKeptError);
    expect(kept).toEqual([]);
  });
});
