import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readSettings, type Settings } from '../../src/config/settings';
import { createApp } from '../../src/create-app';
import type { DatabaseLocation } from '../../src/database/open-database';
import { randomAddress } from './addresses';
import { Client } from './client';
import { Given } from './given';
import { testDatabase } from './test-database';

/** The operator's secret in tests whose settings do not name another. */
export const OPERATOR_SECRET = 'operator-secret-of-the-test-suite-0001';

export interface RunningApp {
  app: NestFastifyApplication;
  /** For instance `http://127.0.0.1:43210`. */
  url: string;
  operatorSecret: string;
  /** Client that uses the operator's API key. */
  operator: Client;
  /** Client without an API key. */
  anonymous: Client;
  given: Given;
  close(): Promise<void>;
}

/**
 * Starts the service in this process, on a port and a database of its own.
 * @param location of a database that another service of the test uses too; `close` does not drop it
 */
export async function startApp(settings: Partial<Settings> = {}, location?: DatabaseLocation): Promise<RunningApp> {
  const database = location ? { location, drop: () => Promise.resolve() } : await testDatabase();
  const complete: Settings = {
    ...readSettings({}),
    logLevel: 'silent',
    bootstrapApiKey: OPERATOR_SECRET,
    bootstrapRateLimit: 1_000_000,
    redisUrl: process.env.REDIS_URL,
    // Clients have random addresses, because counters in Redis outlive a test file.
    trustProxy: ['127.0.0.1'],
    ...settings,
  };
  const { app } = await createApp(complete, database.location).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const operatorSecret = complete.bootstrapApiKey ?? '';
  const operator = new Client(url, operatorSecret, randomAddress());
  return {
    app,
    url,
    operatorSecret,
    operator,
    anonymous: operator.as(null),
    given: new Given(operator),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}
