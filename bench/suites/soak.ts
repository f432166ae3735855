import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../harness/call';
import { bounded, median, type Result } from '../harness/figures';
import { flatFile } from '../harness/flat-file';
import type { Observation } from '../harness/probe';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';
import { importInto } from './imports';

const KEYS = 200;
/** About 14 requests per second, because a cycle has ten. */
const CYCLE_MS = 700;
const SAMPLES = 160;
/** Samples that the figures at the middle and at the end are taken from. */
const WINDOW = SAMPLES / 8;

interface Sample extends Observation {
  /** Bytes of the database. */
  databaseBytes: number;
}

/** A light mixed load for an hour: projects are created, imported, edited, exported and deleted. */
export const serverSoakSuite: Suite = {
  name: 'soak-server',
  async run(world) {
    const { sql } = world;
    const { rows: settings } = await sql.query<{ autovacuum: string }>('SHOW autovacuum');
    return soak(world, 'server PostgreSQL', await world.service(), async () => {
      if (settings[0]?.autovacuum === 'off') await sql.query('VACUUM');
      const { rows } = await sql.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      return Number(rows[0]?.bytes);
    });
  },
};

export const embeddedSoakSuite: Suite = {
  name: 'soak-embedded',
  async run(world) {
    const folder = mkdtempSync(join(world.folder, 'soak-'));
    return soak(world, 'embedded', await world.service({ folder }), () => folderSize(folder));
  },
};

async function soak(
  { options }: World,
  database: string,
  service: ServerProcess,
  databaseSize: () => number | Promise<number>,
): Promise<Result[]> {
  const end = performance.now() + options.minutes * 60_000;
  let cycles = 0;
  const load = (async (): Promise<void> => {
    while (performance.now() < end) {
      const pause = sleep(CYCLE_MS);
      await runCycle(service, cycles++);
      await pause;
    }
  })();
  // A failure is thrown when the load is awaited; without this, it would end the process before.
  load.catch(() => undefined);
  const samples: Sample[] = [];
  while (performance.now() < end) {
    samples.push({ ...(await service.observe()), databaseBytes: await databaseSize() });
    await sleep((options.minutes * 60_000) / SAMPLES);
  }
  await load;
  await service.stop();
  return judge(`soak, ${database}`, samples, `${options.minutes} min, ${cycles} cycles`);
}

/** Creates a project, imports into it, edits, lists and exports it, and deletes it. */
async function runCycle(service: ServerProcess, cycle: number): Promise<void> {
  const { url } = service;
  const json = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const response = await call(`${url}/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
    return JSON.parse(response.body.toString()) as T;
  };
  const { project } = await json<{ project: { id: string } }>('POST', 'projects', {
    name: `Cycle ${cycle}`,
    sourceLanguage: 'en',
    targetLanguages: ['de'],
  });
  const path = `projects/${project.id}`;
  await importInto(service, project.id, flatFile(KEYS));
  await json('POST', `${path}/keys`, { name: 'new.key', value: `Text ${cycle}` });
  const { keys } = await json<{ keys: { id: string }[] }>('GET', `${path}/keys?limit=50`);
  await json('PUT', `keys/${keys[0]?.id}`, { translations: { de: `Text ${cycle}` } });
  await json('GET', `${path}/translations`);
  for (const format of ['json', 'xliff', 'po']) {
    await call(`${url}/api/v1/${path}/export?format=${format}&language=de`, { discard: true });
  }
  await json('DELETE', path);
}

/** Compares the beginning of the second half with its end. */
function judge(work: string, samples: readonly Sample[], note: string): Result[] {
  const middle = samples.slice(samples.length / 2, samples.length / 2 + WINDOW);
  const last = samples.slice(-WINDOW);
  const first = samples.slice(WINDOW / 4, WINDOW);
  const growth = (from: number, to: number): number => to / from;
  const all = (list: readonly Sample[], name: keyof Sample): number[] => list.map((sample) => sample[name]);
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  // Garbage makes the heap a sawtooth, whose lowest points are the objects in use.
  const heap = [middle, last].map((list) => Math.min(...all(list, 'heap')));
  const rss = [middle, last].map((list) => median(all(list, 'rss')));
  const files = [middle, last].map((list) => Math.max(...all(list, 'openFiles')));
  const sizes = [median(all(first, 'databaseBytes')), Math.max(...all(samples, 'databaseBytes'))];
  const row = (
    name: string,
    [from = NaN, to = NaN]: number[],
    ceiling: number,
    show: (value: number) => string = String,
  ): Result => bounded(`${work}: ${name}`, growth(from, to), '×', ceiling, `${show(from)} to ${show(to)}, ${note}`);
  return [
    row('growth of the heap over the last half', heap, 1.1, megabytes),
    row('growth of resident memory over the last half', rss, 1.1, megabytes),
    row('growth of open files over the last half', files, 1.1),
    row('growth of the database since the first minutes', sizes, 3, megabytes),
  ];
}

/** Returns the bytes of all files of a folder. */
function folderSize(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
