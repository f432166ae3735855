import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchDatabase } from '../harness/database';
import { call } from '../harness/call';
import type { Result } from '../harness/figures';
import { flatFile } from '../harness/flat-file';
import { compareLoads, type Requests, type Target } from '../harness/load';
import { Seed } from '../harness/seed';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { importInto } from './imports';

const SCRIPT = join(process.cwd(), 'deploy/postgresql/partitions.sql');
const SIZE = 10_000;
/** Further projects of this size, so that most partitions have rows. */
const OTHERS = 30;

/** The service on partitioned tables, against the same service on tables without partitions. */
export const partitionsSuite: Suite = {
  name: 'partitions',
  async run(world) {
    const database = await BenchDatabase.create(world.options.databaseUrl, 'partitions');
    try {
      const partitioned = await startPartitioned(world, database);
      const whole = await startSeeded(await world.service(), world.seed);
      return await compare(world, partitioned, whole);
    } finally {
      await database.drop();
    }
  },
};

interface Seeded {
  server: ServerProcess;
  seed: Seed;
  project: string;
  keys: string[];
}

async function startPartitioned(world: World, database: BenchDatabase): Promise<Seeded> {
  const server = await world.service({ url: database.url });
  const sql = await database.connect();
  await sql.query(readFileSync(SCRIPT, 'utf8'));
  // Its connections have prepared statements of the tables before.
  await server.stop();
  sql.on('error', () => undefined);
  return startSeeded(await world.service({ url: database.url }), await Seed.into(sql));
}

async function startSeeded(server: ServerProcess, seed: Seed): Promise<Seeded> {
  for (let i = 0; i < OTHERS; i++) await seed.project({ keys: SIZE / 10 });
  const project = await seed.project({ keys: SIZE });
  await seed.settle();
  return { server, seed, project, keys: await seed.keyIds(project, 100) };
}

async function compare({ options }: World, partitioned: Seeded, whole: Seeded): Promise<Result[]> {
  const results: Result[] = [];
  const loads: Record<string, (seeded: Seeded) => Requests> = {
    'GET /keys/:id': ({ keys }) => ({ method: 'GET', paths: keys.map((id) => `/api/v1/keys/${id}`) }),
    'PUT /keys/:id': ({ keys }) => ({
      method: 'PUT',
      paths: keys.map((id) => `/api/v1/keys/${id}`),
      body: '{"value":"Text %d"}',
    }),
    'GET keys, a page of 100': ({ project }) => ({
      method: 'GET',
      paths: [`/api/v1/projects/${project}/keys?limit=100`],
    }),
  };
  for (const [work, requests] of Object.entries(loads)) {
    const target = (seeded: Seeded): Target => ({
      server: seeded.server,
      requests: requests(seeded),
      headers: { 'content-type': 'application/json' },
    });
    results.push({ work, ...(await compareLoads(options, target(partitioned), target(whole))) });
  }
  const times: Record<string, (seeded: Seeded) => Timed> = {
    'first export of 10,000 texts': (seeded) => () => firstExport(seeded),
    'import of 10,000 new texts': (seeded) => () => newImport(seeded),
  };
  for (const [work, timed] of Object.entries(times)) {
    results.push({ work, ...(await compareTimes(options.rounds, timed(partitioned), timed(whole))) });
  }
  return results;
}

async function firstExport({ server, seed, project }: Seeded): Promise<number> {
  await seed.touch(project);
  const { seconds } = await call(`${server.url}/api/v1/projects/${project}/export`, { discard: true });
  return seconds;
}

async function newImport({ server, seed }: Seeded): Promise<number> {
  return importInto(server, await seed.project({ keys: 0 }), flatFile(SIZE));
}
