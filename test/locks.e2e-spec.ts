import { isLockTimeout } from '../src/database/write-settings';
import { openDatabase } from '../src/database/open-database';
import { testDatabase } from './support/test-database';

const describeWithServer = process.env.DATABASE_URL ? describe : describe.skip;

describeWithServer('isLockTimeout', () => {
  it('recognizes a lock timeout and no other error', async () => {
    const database = await testDatabase();
    const opened = await openDatabase(database.location, []);
    const { dataSource } = opened;
    const hold = 'LOCK TABLE projects IN ACCESS EXCLUSIVE MODE';
    try {
      await dataSource.transaction(async (holder) => {
        await holder.query(hold);
        const waiter = dataSource.transaction(async (tx) => {
          await tx.query('SET LOCAL lock_timeout = 50');
          await tx.query(hold);
        });
        expect(await waiter.catch(isLockTimeout)).toBe(true);
      });
      expect(await dataSource.query('SELECT nonsense').catch(isLockTimeout)).toBe(false);
      expect(isLockTimeout(new Error('55P03'))).toBe(false);
    } finally {
      await opened.close();
      await database.drop();
    }
  });
});
