import { openDatabase } from '../src/database/open-database';
import { UnusableDatabaseError } from '../src/database/usable-database';
import { testDatabase } from './support/test-database';

// The embedded database has settings of its own.
(process.env.DATABASE_URL ? describe : describe.skip)('a database whose settings change what the driver reads', () => {
  it.each(['German, DMY', 'SQL, MDY', 'Postgres, DMY'])('is refused with one line: DateStyle %s', async (style) => {
    const database = await testDatabase();
    try {
      const opened = await openDatabase(database.location, []);
      const { dataSource } = opened;
      const [{ name }] = await dataSource.query('SELECT current_database() AS name');
      await dataSource.query(`ALTER DATABASE ${name} SET DateStyle = '${style}'`);
      await opened.close();
      const message = `DATABASE_URL must have a DateStyle that begins with ISO, not ${style}`;
      await expect(openDatabase(database.location, [])).rejects.toThrow(new UnusableDatabaseError(message));
    } finally {
      await database.drop();
    }
  });
});
