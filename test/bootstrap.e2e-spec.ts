import type { DatabaseLocation } from '../src/database/open-database';
import { Bootstrap } from '../src/organizations/bootstrap';
import { type RunningApp, startApp } from './support/start-app';
import { createDatabase, dropDatabase, databaseUrlFor } from './support/server-database';
import { testDatabase } from './support/test-database';

const server = process.env.DATABASE_URL;

/** Starts and stops one after another, on a database that has no organization at first. */
async function eachStart(...starts: ((location: DatabaseLocation) => Promise<RunningApp>)[]): Promise<void> {
  const database = await testDatabase();
  try {
    for (const start of starts) await (await start(database.location)).close();
  } finally {
    await database.drop();
  }
}

const SECRET = 'a-secret-of-the-operators-choice-1';
const ANOTHER = 'a-secret-of-the-operators-choice-2';

describe('the first start', () => {
  it('makes a secret where none is given, for every scope', async () => {
    await eachStart(
      async (location) => {
        const running = await startApp({ bootstrapApiKey: undefined }, location);
        const { generatedSecret = '' } = running.app.get(Bootstrap);
        expect(generatedSecret).toMatch(/^glossa_[0-9A-Za-z]{42}$/);
        const { body } = await running.operator.as(generatedSecret).get('me');
        expect(body.apiKey.scopes).toHaveLength(8);
        return running;
      },
      async (location) => {
        const running = await startApp({ bootstrapApiKey: undefined }, location);
        expect(running.app.get(Bootstrap).generatedSecret).toBeUndefined();
        return running;
      },
    );
  });

  it('takes BOOTSTRAP_API_KEY for the secret, and its limit from BOOTSTRAP_RATE_LIMIT', async () => {
    await eachStart(
      async (location) => {
        const running = await startApp({ bootstrapApiKey: SECRET, bootstrapRateLimit: 77 }, location);
        expect(running.app.get(Bootstrap).generatedSecret).toBeUndefined();
        expect((await running.operator.get('me')).headers.get('x-ratelimit-limit')).toBe('77');
        return running;
      },
      async (location) => {
        const running = await startApp({ bootstrapApiKey: SECRET, bootstrapRateLimit: 78 }, location);
        expect((await running.operator.get('me')).headers.get('x-ratelimit-limit')).toBe('78');
        expect((await running.operator.get('api-keys')).body.apiKeys).toHaveLength(1);
        expect((await running.operator.get('organizations')).body.organizations).toHaveLength(1);
        return running;
      },
    );
  });

  it.each([
    ['mistyped', `glossa_${'0'.repeat(42)}`],
    ['mistyped at its end', 'glossa_00000000000000000000000000000000000014t9BP'],
  ])('refuses a BOOTSTRAP_API_KEY that is %s', async (_, bootstrapApiKey) => {
    await expect(startApp({ bootstrapApiKey })).rejects.toThrow(/^BOOTSTRAP_API_KEY .*mistyped$/);
  });
});

describe('a later start', () => {
  it('adds a BOOTSTRAP_API_KEY that it does not know', async () => {
    await eachStart(
      (location) => startApp({ bootstrapApiKey: SECRET }, location),
      async (location) => {
        const running = await startApp({ bootstrapApiKey: ANOTHER }, location);
        expect((await running.operator.get('organizations')).status).toBe(200);
        expect((await running.operator.as(SECRET).get('organizations')).status).toBe(200);
        return running;
      },
    );
  });

  it('makes a revoked BOOTSTRAP_API_KEY valid again: the way back in', async () => {
    await eachStart(
      async (location) => {
        const running = await startApp({ bootstrapApiKey: SECRET }, location);
        const { apiKey } = (await running.operator.get('me')).body;
        await running.operator.delete(`api-keys/${apiKey.id}`);
        expect((await running.operator.get('me')).status).toBe(401);
        return running;
      },
      async (location) => {
        const running = await startApp({ bootstrapApiKey: SECRET }, location);
        expect((await running.operator.get('organizations')).status).toBe(200);
        return running;
      },
    );
  });

  it("refuses a tenant's secret as BOOTSTRAP_API_KEY", async () => {
    let secret = '';
    await eachStart(
      async (location) => {
        const running = await startApp({}, location);
        ({ secret } = await running.given.organization());
        return running;
      },
      async (location) => {
        await expect(startApp({ bootstrapApiKey: secret }, location)).rejects.toThrow(/^BOOTSTRAP_API_KEY .*tenant/);
        return startApp({}, location);
      },
    );
  });
});

(server ? describe : describe.skip)('several replicas that start at once on an empty database', () => {
  it('migrate and bootstrap it once', async () => {
    const name = `glossa_test_empty_${process.pid}`;
    await createDatabase(server ?? '', name);
    const location = { databaseUrl: databaseUrlFor(server ?? '', name), dataDir: '' };
    const replicas = await Promise.all(
      Array.from({ length: 4 }, () => startApp({ bootstrapApiKey: undefined }, location)),
    );
    try {
      const generated = replicas.flatMap(({ app }) => app.get(Bootstrap).generatedSecret ?? []);
      expect(generated).toHaveLength(1);
      for (const { operator } of replicas) {
        expect((await operator.as(generated[0] ?? '').get('organizations')).body.organizations).toHaveLength(1);
      }
    } finally {
      await Promise.all(replicas.map((replica) => replica.close()));
      await dropDatabase(server ?? '', name);
    }
  });
});
