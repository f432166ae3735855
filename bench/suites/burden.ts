import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../harness/call';
import { bounded, type Result } from '../harness/figures';
import { flatFile, shortFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';
import { givenMerge, importInto, importMerge } from './imports';

const MEGABYTE = 1e6;

/** Memory and event loop delay during a large import and a large export, each in a new process. */
export const burdenSuite: Suite = {
  name: 'burden',
  async run(world) {
    const [toImport, toExport] = world.options.quick ? [20_000, 100_000] : [100_000, 1_000_000];
    const file = flatFile(toImport);
    const empty = await world.seed.project({ keys: 0 });
    const imported = await measureBurden(
      world,
      `import of ${toImport.toLocaleString('en')} texts`,
      250,
      async (service) => {
        await importInto(service, empty, file);
      },
    );
    const repeated = await measureBurden(
      world,
      `three imports of ${toImport.toLocaleString('en')} texts in a row`,
      250,
      async (service) => {
        for (let i = 0; i < 3; i++) await importInto(service, await world.seed.project({ keys: 0 }), file);
      },
    );
    const preparing = await world.service();
    const merge = await givenMerge(world, preparing, file);
    await preparing.stop();
    const merged = await measureBurden(
      world,
      `import of ${toImport.toLocaleString('en')} texts with a base`,
      250,
      async (service) => {
        await importMerge(service, merge, true);
      },
    );
    const short = await measureLargestImport(world, world.options.quick ? 100_000 : 900_000);
    await world.seed.empty();
    const id = await world.seed.project({ keys: toExport });
    await world.seed.settle();
    const exported = await measureBurden(
      world,
      `export of ${toExport.toLocaleString('en')} texts`,
      200,
      async (service) => {
        await call(`${service.url}/api/v1/projects/${id}/export`, { discard: true });
      },
    );
    return [...imported, ...repeated, ...merged, ...short, ...exported];
  },
};

/** Peak of the whole process, because a container's limit counts all of it. */
async function measureLargestImport(world: World, texts: number): Promise<Result[]> {
  await world.seed.empty();
  const file = shortFile(texts);
  const id = await world.seed.project({ keys: 0 });
  const service = await world.service();
  await warmUp(world, service);
  await service.begin();
  const duration = await importInto(service, id, file);
  const { peakRss } = await service.observe();
  await service.stop();
  const megabytes = (file.bytes.length / MEGABYTE).toFixed(0);
  const work = `peak memory: import of ${texts.toLocaleString('en')} texts in ${megabytes} MB`;
  return [bounded(work, peakRss / MEGABYTE, 'MB', 400, `${duration.toFixed(0)} s`)];
}

async function measureBurden(
  world: World,
  work: string,
  megabytes: number,
  run: (service: ServerProcess) => Promise<void>,
): Promise<Result[]> {
  const service = await world.service();
  await warmUp(world, service);
  const idle = await service.observe();
  await service.begin();
  await run(service);
  const { peakRss, loopP99, loopMax } = await service.observe();
  await service.stop();
  const note = `idle ${(idle.rss / MEGABYTE).toFixed(0)} MB`;
  return [
    bounded(`memory over idle: ${work}`, (peakRss - idle.rss) / MEGABYTE, 'MB', megabytes, note),
    bounded(`event loop delay, p99: ${work}`, loopP99, 'ms', 50, `longest ${loopMax.toFixed(0)} ms`),
  ];
}

/** Uses the service once, so that code that is loaded on first use is not counted. */
async function warmUp(world: World, service: ServerProcess): Promise<void> {
  const small = flatFile(2_000);
  const id = await world.seed.project({ keys: 0 });
  await importInto(service, id, small);
  await call(`${service.url}/api/v1/projects/${id}/export`);
  await world.sql.query('DELETE FROM projects WHERE id = $1', [id]);
  await sleep(1_000);
}

const CLIENTS = 100;

/** Wait for the counts of idle backends, which report them after 10 s (`PGSTAT_IDLE_INTERVAL`). */
const STATISTICS_MS = 11_000;

/** Many clients request the same export at once, which is not in the cache. */
export const concurrencySuite: Suite = {
  name: 'concurrency',
  async run(world) {
    const keys = world.options.quick ? 20_000 : 100_000;
    const id = await world.seed.project({ keys });
    await world.seed.settle();
    const service = await world.service();
    await warmUp(world, service);
    const path = `${service.url}/api/v1/projects/${id}/export`;
    const alone = await call(path, { discard: true });
    await world.seed.touch(id);
    await sleep(STATISTICS_MS);
    const idle = await service.observe();
    const before = await countRowsRead(world);
    await service.begin();
    const responses = await Promise.all(Array.from({ length: CLIENTS }, () => call(path, { discard: true })));
    const { peakRss } = await service.observe();
    await sleep(STATISTICS_MS);
    const renderings = ((await countRowsRead(world)) - before) / keys;
    const last = Math.max(...responses.map(({ seconds }) => seconds));
    const work = `${CLIENTS} clients, cold export of ${keys.toLocaleString('en')}`;
    return [
      {
        work: `${work}: until the last response is complete`,
        service: { value: last, unit: 's' },
        reference: { value: alone.seconds, unit: 's' },
        ratio: last / alone.seconds,
        note: 'reference: one client alone',
      },
      bounded(
        `${work}: renderings`,
        renderings,
        '×',
        1.01,
        'rows of translations that were read, divided by their number',
      ),
      bounded(`${work}: memory over idle`, (peakRss - idle.rss) / MEGABYTE, 'MB', 200),
    ];
  },
};

/** Returns the server's count of rows of `translations` that were read. */
async function countRowsRead({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ read: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS read FROM pg_stat_user_tables WHERE relname = 'translations'`,
  );
  return rows[0]?.read ?? NaN;
}
