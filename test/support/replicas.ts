import type { Settings } from '../../src/config/settings';
import { type RunningApp, startApp } from './start-app';
import { testDatabase } from './test-database';

export interface Replicas {
  one: RunningApp;
  /** The same service as `one` with the embedded database, which only one service can use. */
  other: RunningApp;
  close: () => Promise<void>;
}

/** Starts two services on one database. */
export async function startReplicas(settings: Partial<Settings> = {}): Promise<Replicas> {
  const database = await testDatabase();
  const one = await startApp(settings, database.location);
  const other = process.env.DATABASE_URL ? await startApp(settings, database.location) : one;
  return {
    one,
    other,
    close: async () => {
      await one.close();
      if (other !== one) await other.close();
      await database.drop();
    },
  };
}
