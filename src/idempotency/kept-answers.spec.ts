import type { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { AnswerNotKeptError } from './idempotency-errors';
import { KeptAnswers } from './kept-answers';

describe('KeptAnswers', () => {
  let counted: unknown[];
  let isFull: boolean;
  let assertRoom: (organizationId: string) => Promise<void>;
  beforeEach(() => {
    [counted, isFull] = [[], false];
    const tx = {
      rows: (_statement: unknown, [organizationId]: unknown[]) => {
        counted.push(organizationId);
        return Promise.resolve([{ isFull }]);
      },
    } as unknown as Transaction;
    const answers = new KeptAnswers({} as Database);
    assertRoom = (organizationId) => answers.assertRoom({ organizationId, key: 'k' }, tx);
  });

  it('does not count the answers of an organization again that has had room a moment before', async () => {
    for (const organization of ['a', 'b', 'a', 'b']) await assertRoom(organization);
    expect(counted).toEqual(['a', 'b']);
  });

  it('counts the answers of an organization without room each time', async () => {
    isFull = true;
    await expect(assertRoom('a')).rejects.toThrow(AnswerNotKeptError);
    isFull = false;
    await assertRoom('a');
    expect(counted).toEqual(['a', 'a']);
  });
});
