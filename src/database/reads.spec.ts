import { Logger } from '@nestjs/common';
import { UnknownRevisionError } from '../common/errors/unknown-revision.error';
import type { Database } from './database';
import { Reads } from './reads';
import type { Standby } from './standby/standby';

describe('Reads with a standby', () => {
  const primary = {} as Database;
  const standby = { isUsable: true, database: {} } as Standby;
  let reads: Reads;

  beforeEach(() => {
    jest.useFakeTimers();
    reads = new Reads(primary, standby);
  });
  afterEach(() => jest.useRealTimers());

  /** Reads a revision that the standby has after a time. @returns the database that was read */
  async function readWhere(availableAfterMs: number): Promise<'standby' | 'primary'> {
    const availableAt = Date.now() + availableAfterMs;
    const result = reads.run((database): Promise<'standby' | 'primary'> => {
      if (database === primary) return Promise.resolve('primary');
      if (Date.now() >= availableAt) return Promise.resolve('standby');
      return Promise.reject(new UnknownRevisionError(7, 'minRevision'));
    });
    await jest.advanceTimersByTimeAsync(1_000);
    return result;
  }

  it.each([0, 4, 50, 150])('waits for a standby that has the revision after %i ms', async (ms) => {
    expect(await readWhere(ms)).toBe('standby');
    expect(reads.counters).toEqual({ standby: 1, primary: 0 });
  });

  it('reads from the primary when the standby does not have the revision in time', async () => {
    expect(await readWhere(251)).toBe('primary');
    expect(reads.counters).toEqual({ standby: 0, primary: 1 });
  });

  it('reads from the primary at once when the standby fails', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const read = (database: Database): Promise<string> =>
      database === primary ? Promise.resolve('primary') : Promise.reject(new Error('no connection'));
    expect(await reads.run(read)).toBe('primary');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
