import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { DatabaseLocation } from '../src/database/open-database';
import type { Json } from './support/client';
import { LATE_OPTIMIZATION } from './support/late-optimization.cjs';
import { type Place, withPlace } from './support/service-process';
import { type RunningApp, startApp } from './support/start-app';

const PROCESS = join(__dirname, 'support/packing-process.cjs');
const [RELEASES, TEXTS] = [5, 200];
const LANGUAGES = ['en', 'de'];
/** Milliseconds after which the test is stuck. */
const TIMEOUT_MS = 1_200_000;

interface Kill {
  /** A part of the statement's text. */
  statement: string;
  /** How many statements after it the process is killed. */
  later: 0 | 1;
  moment: 'sent' | 'unsent';
}

/**
 * The moments that differ: a transaction has written and is open, is about to be committed, or is being committed. Reads and what a thread
 * computes have no effect, so that a kill before or during them leaves what the last commit left.
 */
const KILLS = ['SET base_sha256', 'SET packed = true'].flatMap((statement): Kill[] => [
  { statement, later: 0, moment: 'sent' },
  { statement, later: 1, moment: 'unsent' },
  { statement, later: 1, moment: 'sent' },
]);

interface Published {
  token: string;
  releases: Json[];
}

const textOf = (key: number, version: number, language: string): string =>
  createHash('sha256')
    .update(`${key} ${key % 50 === version ? version : 0} ${language}`)
    .digest('base64');

const locationOf = ({ folder, env }: Place): DatabaseLocation => ({ databaseUrl: env.DATABASE_URL, dataDir: folder });

async function withService<T>(place: Place, work: (service: RunningApp) => Promise<T>): Promise<T> {
  const service = await startApp({}, locationOf(place));
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Publishes releases of which each has replaced the one before long ago, which no service packs by itself. */
async function publish({ app, given }: RunningApp): Promise<Published> {
  const { id, api } = await given.project({ targetLanguages: LANGUAGES.slice(1), keys: [] });
  const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body;
  const releases: Json[] = [];
  for (let version = 0; version < RELEASES; version++) {
    for (const language of LANGUAGES) {
      const texts = Array.from({ length: TEXTS }, (_, key) => [`page.key${key}`, textOf(key, version, language)]);
      const body = JSON.stringify(Object.fromEntries(texts));
      await api.send('POST', `projects/${id}/import?format=json&language=${language}`, { body });
    }
    releases.push((await api.post(`projects/${id}/releases`, { channel: 'production' })).body.release);
  }
  const sql = app.get(DataSource);
  await sql.query(`INSERT INTO job_leases (name, holder, until) VALUES ('release-packing', gen_random_uuid(), 'infinity')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until`);
  await sql.query(`UPDATE releases SET created_at = created_at - interval '1 hour'`);
  return { token: deliveryToken.token, releases };
}

/** A process of the service that can be killed while it packs. */
class PackingProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start({ folder, env }: Place): Promise<PackingProcess> {
    const child = fork(PROCESS, {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env },
      execArgv: [...LATE_OPTIMIZATION],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return new PackingProcess(child, (await answerOf(child)) as string);
  }

  query(sql: string): Promise<Json[]> {
    const answer = answerOf(this.child);
    this.child.send({ sql });
    return answer as Promise<Json[]>;
  }

  /** Packs until the moment, or to the end without one. */
  async pack(kill?: Kill): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.send(kill ?? {});
    expect(await exit).toEqual(kill ? [null, 'SIGKILL'] : [0, null]);
  }

  async kill(): Promise<void> {
    const exit = once(this.child, 'exit');
    if (this.child.kill('SIGKILL')) await exit;
  }
}

async function withProcess(place: Place, work: (service: PackingProcess) => Promise<void>): Promise<void> {
  const service = await PackingProcess.start(place);
  try {
    await work(service);
  } finally {
    await service.kill();
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process has ended')));
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer;
}

/** Checks that each file is served with the bytes of its hash, and that exactly the contents of the releases are stored. */
async function assertWhole(service: PackingProcess, { token, releases }: Published): Promise<void> {
  for (const { sha256 } of releases.flatMap(({ files }) => files)) {
    const answer = await fetch(`${service.url}/delivery/${token}/f/${sha256}.json`);
    const hash = createHash('sha256').update(new Uint8Array(await answer.arrayBuffer()));
    expect([answer.status, hash.digest('hex')]).toEqual([200, sha256]);
  }
  const [{ stray, missing }] = await service.query(`
    SELECT count(*) FILTER (WHERE f.sha256 IS NULL)::int AS stray, count(*) FILTER (WHERE c.sha256 IS NULL)::int AS missing
    FROM release_contents c FULL JOIN release_files f ON f.project_id = c.project_id AND f.sha256 = c.sha256`);
  expect({ stray, missing }).toEqual({ stray: 0, missing: 0 });
}

const countPacked = async (service: PackingProcess): Promise<number> => {
  const statement = 'SELECT count(*)::int AS packed FROM release_contents WHERE base_sha256 IS NOT NULL';
  return (await service.query(statement))[0].packed;
};

describe('packing whose process is killed', () => {
  it(
    'at each moment of its transactions leaves every file of every release, and goes on',
    () =>
      withPlace(async (place) => {
        const published = await withService(place, publish);
        const packed: number[] = [];
        const assertState = async (service: PackingProcess): Promise<void> => {
          await assertWhole(service, published);
          packed.push(await countPacked(service));
        };
        for (const kill of [...KILLS, undefined]) {
          await withProcess(place, async (service) => {
            await assertState(service);
            await service.pack(kill);
          });
        }
        await withProcess(place, assertState);
        expect(packed).toEqual(packed.toSorted((a, b) => a - b));
        expect(packed.at(-1)).toBe((RELEASES - 1) * LANGUAGES.length);
      }),
    TIMEOUT_MS,
  );
});
