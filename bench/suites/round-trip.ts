import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { call } from '../harness/call';
import type { Result } from '../harness/figures';
import { type FlatFile, flatFile } from '../harness/flat-file';
import type { ServerProcess } from '../harness/server-process';
import { type Timed, compareTimes, measureSeconds } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { bareUpsert } from '../reference/bare-upsert';
import { bigJsonOf } from '../reference/statements';
import { importInto } from './imports';

type Query = (sql: string, parameters: unknown[]) => Promise<{ rows: Record<string, string>[] }>;

/** Import and export of a file, byte for byte, on both databases, against bare statements that do the same. */
export const roundTripSuite: Suite = {
  name: 'round-trip',
  async run(world) {
    const file = flatFile(world.options.quick ? 20_000 : 100_000);
    return [...(await onServer(world, file)), ...(await onEmbedded(world, file))];
  },
};

async function onServer(world: World, file: FlatFile): Promise<Result[]> {
  const service = await world.service();
  const bare = bareRoundTrip((sql, parameters) => world.sql.query(sql, parameters), file, world.seed.organizationId);
  return compareSteps(world, 'server PostgreSQL', file, service, bare);
}

/** The bare statements run on a PGlite in this process, without a protocol in between. */
async function onEmbedded(world: World, file: FlatFile): Promise<Result[]> {
  const folder = join(world.folder, 'bare');
  await (await world.service({ folder })).stop();
  const service = await world.service({ folder: join(world.folder, 'embedded') });
  const database = await PGlite.create(join(folder, 'pgdata'));
  const { rows } = await database.query<{ id: string }>('SELECT id FROM organizations WHERE bootstrap');
  const query: Query = (sql, parameters) => database.query(sql, parameters);
  const bare = bareRoundTrip(query, file, rows[0]?.id ?? '');
  const results = await compareSteps(world, 'embedded', file, service, bare);
  await database.close();
  return results;
}

interface RoundTrip {
  import: Timed;
  export: Timed;
}

async function compareSteps(
  { options }: World,
  where: string,
  file: FlatFile,
  service: ServerProcess,
  bare: RoundTrip,
): Promise<Result[]> {
  const own = serviceRoundTrip(service, file);
  const results: Result[] = [];
  for (const step of ['import', 'export'] as const) {
    const figures = await compareTimes(
      step === 'import' ? Math.min(3, options.rounds) : options.rounds,
      own[step],
      bare[step],
    );
    results.push({
      work: `${step} of ${file.ids.length.toLocaleString('en')} keys, byte for byte, ${where}`,
      ...figures,
    });
  }
  await service.stop();
  return results;
}

function serviceRoundTrip(service: ServerProcess, file: FlatFile): RoundTrip {
  let id = '';
  return {
    import: async () => {
      id = await createProject(service);
      return importInto(service, id, file);
    },
    export: async () => {
      await call(`${service.url}/api/v1/projects/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Renamed at ${Date.now()}` }),
      });
      const { body, seconds } = await call(`${service.url}/api/v1/projects/${id}/export`);
      if (!body.equals(file.bytes)) throw new Error('the export differs from the imported file');
      return seconds;
    },
  };
}

function bareRoundTrip(query: Query, file: FlatFile, organizationId: string): RoundTrip {
  let id = '';
  return {
    import: async () => {
      const { rows } = await query(
        `INSERT INTO projects (id, organization_id, name, source_language, target_languages)
         VALUES (gen_random_uuid(), $1, 'Bare', 'en', '{}') RETURNING id`,
        [organizationId],
      );
      id = rows[0]?.id ?? '';
      // Ids of keys are unique in the whole table.
      const ids = file.ids.map((key) => id.slice(0, 8) + key.slice(8));
      return measureSeconds(() => bareUpsert(query, id, { ...file, ids }));
    },
    export: () =>
      measureSeconds(async () => {
        const { rows } = await query(bigJsonOf, [id]);
        if (!Buffer.from(rows[0]?.json ?? '').equals(file.bytes))
          throw new Error('the bare statement returned different bytes');
      }),
  };
}

export async function createProject(service: ServerProcess): Promise<string> {
  const { body } = await call(`${service.url}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Round trip', sourceLanguage: 'en' }),
  });
  return (JSON.parse(body.toString()) as { project: { id: string } }).project.id;
}
