import { checkTexts } from '../harness/check-texts';
import type { Result } from '../harness/figures';
import { compareLoads, type Target } from '../harness/load';
import { LANGUAGES } from '../harness/seed';
import type { ServerProcess } from '../harness/server-process';
import type { Suite, World } from '../harness/world';

const PROJECTS = 5;
const KEYS = 1_000;
const JSON_BODY = { 'content-type': 'application/json' };

/** Reads of small resources, against bare servers that do the same. */
export const readSuite: Suite = {
  name: 'reads',
  async run(world) {
    const [projectId] = await seedProjects(world);
    const [keyId] = await world.seed.keyIds(projectId, 1);
    const service = await world.service();
    await checkTexts(service, projectId);
    await service.stop();
    const paths = { 'GET /projects (5 projects)': '/api/v1/projects', 'GET /keys/:id': `/api/v1/keys/${keyId}` };
    const results: Result[] = [];
    for (const [work, path] of Object.entries(paths)) {
      results.push(
        ...(await compare(world, work, (server) => ({ server, requests: { method: 'GET', paths: [path] } }), 1)),
      );
    }
    return results;
  },
};

/** Writes of single keys, against bare servers that run the same statements in one transaction. */
export const writeSuite: Suite = {
  name: 'writes',
  async run(world) {
    const projects = await seedProjects(world);
    const keys: string[][] = [];
    for (const id of projects) keys.push(await world.seed.keyIds(id, 100));
    const [keysOfOne = []] = keys;
    return [
      ...(await compare(world, 'PUT /keys/:id (5 projects)', (server) => puts(server, keys.flat()), 0.8)),
      ...(await compare(world, 'PUT /keys/:id (one project)', (server) => puts(server, keysOfOne), 0.8)),
      ...(await compare(world, 'POST keys (5 projects)', (server) => posts(server, projects), 0.8)),
    ];
  },
};

async function seedProjects({ seed }: World): Promise<[string, ...string[]]> {
  const first = await seed.project({ keys: KEYS, languages: LANGUAGES });
  const others: string[] = [];
  while (others.length < PROJECTS - 1) others.push(await seed.project({ keys: KEYS, languages: LANGUAGES }));
  await seed.settle();
  return [first, ...others];
}

/**
 * Loads the service and the server that it is compared with.
 * @param floor required share of the reference's rate; a floor of 1 also requires a p99 that is no worse
 */
async function compare(
  world: World,
  work: string,
  target: (server: ServerProcess) => Target,
  floor: number,
): Promise<Result[]> {
  const service = await world.service();
  const reference = await world.reference();
  const figures = await compareLoads(world.options, target(service), target(reference));
  await Promise.all([service.stop(), reference.stop()]);
  const { p99: ours = 0 } = figures.service;
  const { p99: theirs = 0 } = figures.reference;
  const result: Result = { work, ...figures, ...world.judgeRate(figures.ratio, floor) };
  if (floor < 1 || world.hasBaseline) return [result];
  return [{ ...result, target: `≥ ${floor}, p99 no worse`, met: figures.ratio >= floor && ours <= theirs }];
}

/** Every request sets a different text. */
const puts = (server: ServerProcess, keyIds: readonly string[]): Target => ({
  server,
  headers: JSON_BODY,
  requests: {
    method: 'PUT',
    paths: keyIds.map((id) => `/api/v1/keys/${id}`),
    body: JSON.stringify({ value: 'Text %d' }),
  },
});

/** Every request creates a key with a different name. */
const posts = (server: ServerProcess, projectIds: readonly string[]): Target => ({
  server,
  headers: JSON_BODY,
  requests: {
    method: 'POST',
    paths: projectIds.map((id) => `/api/v1/projects/${id}/keys`),
    body: JSON.stringify({ name: 'new.key_%d', value: 'Text %d' }),
  },
});
