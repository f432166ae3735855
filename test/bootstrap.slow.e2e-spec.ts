import { DataSource } from 'typeorm';
import { SCOPES } from '../src/common/access/scope';
import type { DatabaseLocation } from '../src/database/open-database';
import { Bootstrap } from '../src/organizations/bootstrap';
import { cookieOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';
import { createDatabase, dropDatabase, serverLocation } from './support/server-database';
import { testDatabase } from './support/test-database';

const server = process.env.DATABASE_URL;

/** Runs starts of the service one after another on one database, which has no organization at first. */
async function startInTurn(...starts: ((location: DatabaseLocation) => Promise<RunningApp>)[]): Promise<void> {
  const database = await testDatabase();
  try {
    for (const start of starts) await (await start(database.location)).close();
  } finally {
    await database.drop();
  }
}

const SECRET = 'a-secret-of-the-operators-choice-1';
const ANOTHER = 'a-secret-of-the-operators-choice-2';

describe('bootstrap on the first start', () => {
  it('generates a secret with all scopes when BOOTSTRAP_API_KEY is not set', async () => {
    await startInTurn(
      async (location) => {
        const running = await startApp({ bootstrapApiKey: undefined }, location);
        const { generatedSecret = '' } = running.app.get(Bootstrap);
        expect(generatedSecret).toMatch(/^glossa_[0-9A-Za-z]{42}$/);
        const { body } = await running.operator.as(generatedSecret).get('me');
        expect([...body.apiKey.scopes].sort()).toEqual([...SCOPES].sort());
        return running;
      },
      async (location) => {
        const running = await startApp({ bootstrapApiKey: undefined }, location);
        expect(running.app.get(Bootstrap).generatedSecret).toBeUndefined();
        return running;
      },
    );
  });

  it('uses BOOTSTRAP_API_KEY as the secret and BOOTSTRAP_RATE_LIMIT as the rate limit', async () => {
    await startInTurn(
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

describe('bootstrap on a later start', () => {
  it('adds a new BOOTSTRAP_API_KEY and keeps the previous one valid', async () => {
    await startInTurn(
      (location) => startApp({ bootstrapApiKey: SECRET }, location),
      async (location) => {
        const running = await startApp({ bootstrapApiKey: ANOTHER }, location);
        expect((await running.operator.get('organizations')).status).toBe(200);
        expect((await running.operator.as(SECRET).get('organizations')).status).toBe(200);
        return running;
      },
    );
  });

  it('makes a revoked BOOTSTRAP_API_KEY valid again, so that an operator can regain access', async () => {
    await startInTurn(
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

  it('takes the rate limit of BOOTSTRAP_API_KEY away', async () => {
    const limits: unknown[] = [];
    const start = async (location: DatabaseLocation): Promise<RunningApp> => {
      const running = await startApp({ bootstrapApiKey: SECRET }, location);
      const { apiKey } = (await running.operator.get('me')).body;
      limits.push(apiKey.rateLimit, (await running.operator.patch(`api-keys/${apiKey.id}`, { rateLimit: 1 })).status);
      return running;
    };
    await startInTurn(start, start);
    expect(limits).toEqual([null, 200, null, 200]);
  });

  it.each(['revoked_at', 'expires_at'])('does not bring sessions back that ended with %s', async (column) => {
    const statuses: number[] = [];
    let cookie = '';
    const start = async (location: DatabaseLocation): Promise<RunningApp> => {
      const running = await startApp({ bootstrapApiKey: SECRET }, location);
      cookie ||= cookieOf(await running.anonymous.post('session', { apiKey: SECRET }));
      statuses.push((await running.anonymous.get('me', { headers: { cookie } })).status);
      return running;
    };
    const end = async (location: DatabaseLocation): Promise<RunningApp> => {
      const running = await start(location);
      await running.app.get(DataSource).query(`UPDATE api_keys SET ${column} = now() - interval '1 second'`);
      return running;
    };
    await startInTurn(start, end, start);
    expect(statuses).toEqual([200, 200, 401]);
  });

  it("refuses the secret of a tenant's API key as BOOTSTRAP_API_KEY", async () => {
    let secret = '';
    await startInTurn(
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

(server ? describe : describe.skip)('bootstrap by several replicas on an empty database', () => {
  it('migrates and bootstraps the database once', async () => {
    const name = `glossa_test_empty_${process.pid}`;
    await createDatabase(server ?? '', name);
    const location = serverLocation(server ?? '', name);
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
