import { ProjectBusyError } from '../common/errors/project-busy.error';
import type { Database } from '../database/database';
import { serviceOf } from '../common/access/principal';
import { writeAs } from './write-as';

/** A database whose transactions fail with an error. */
const failing = (error: Error): Database =>
  ({ transaction: () => Promise.reject(error) }) as Pick<Database, 'transaction'> as Database;

const write = (error: Error): Promise<void> => writeAs(failing(error), serviceOf('x'), () => Promise.resolve());

describe('a write that is no write of a project', () => {
  it('is refused as busy when it has waited for a lock in vain', async () => {
    await expect(write(Object.assign(new Error('lock timeout'), { code: '55P03' }))).rejects.toThrow(ProjectBusyError);
  });

  it('fails with any other error as it is', async () => {
    const error = new Error('x');
    await expect(write(error)).rejects.toBe(error);
  });
});
