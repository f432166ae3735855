import { call } from '../harness/call';
import { atLeast, atMost, type Result } from '../harness/figures';
import { compareLoads, type Target } from '../harness/load';
import { LANGUAGES } from '../harness/seed';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';

const KEYS = 10_000;

/** Exports that nothing has changed since, against the same bytes sent as a constant. */
export const exportSuite: Suite = {
  name: 'exports',
  async run(world) {
    const id = await world.seed.project({ keys: KEYS });
    await world.seed.settle();
    const path = `/api/v1/projects/${id}/export`;
    const results: Result[] = [];
    for (const coding of ['identity', 'br', 'gzip']) {
      const work = `export json, 10,000 keys, ${coding}`;
      results.push(await againstConstant(world, work, path, { 'accept-encoding': coding }, 0.6));
    }
    results.push(await againstConstant(world, 'export json, 10,000 keys, 304', path, {}, 1.5, true));
    return results;
  },
};

export const translationsSuite: Suite = {
  name: 'translations',
  async run(world) {
    const id = await world.seed.project({ keys: KEYS, languages: LANGUAGES });
    await world.seed.settle();
    const path = `/api/v1/projects/${id}/translations`;
    return [await againstConstant(world, 'GET translations, 10,000 × 5', path, {}, 0.7)];
  },
};

/** @param known the caller has it already, so that the service answers 304, and the reference the whole */
async function againstConstant(
  world: World,
  work: string,
  path: string,
  headers: Record<string, string>,
  floor: number,
  known = false,
): Promise<Result> {
  const service = await world.service();
  const { body, headers: answered } = await call(service.url + path, { headers });
  const reference = await world.reference({ [path]: body });
  const constant = await call(reference.url + path);
  if (!constant.body.equals(body)) throw new Error('the constant is not what the service sends');
  const etag = String(answered.etag);
  const ours: Target = known
    ? { url: service.url + path, headers: { ...headers, 'if-none-match': etag }, expect: '3xx' }
    : { url: service.url + path, headers };
  const figures = await compareLoads(world.options, ours, { url: reference.url + path, headers });
  await Promise.all([service.stop(), reference.stop()]);
  return { work, ...figures, ...atLeast(figures.ratio, floor), note: `${(body.length / 1e3).toFixed(0)} kB` };
}

/** Single exports of which nothing is known yet. */
export const firstExportSuite: Suite = {
  name: 'first-export',
  run: async (world) => [await againstStatement(world), await againstNoMeta(world)],
};

/** One statement makes the same text. */
async function againstStatement(world: World): Promise<Result> {
  const id = await world.seed.project({ keys: KEYS });
  await world.seed.settle();
  const [service, reference] = [await world.service(), await world.reference()];
  const path = `/api/v1/projects/${id}/export`;
  const [ours, theirs] = [await call(service.url + path), await call(reference.url + path)];
  if (!ours.body.equals(theirs.body)) throw new Error('the reference does not send the same bytes');
  const [onService, onReference] = [firstExport(world, service, id), firstExport(world, reference, id)];
  const figures = await compareFirstExports(world, onService, onReference);
  return { work: 'first export after a change, 10,000 keys', ...figures, ...atMost(figures.ratio, 1.3) };
}

/** What other formats keep of keys and texts must not slow one that does not want it. */
async function againstNoMeta(world: World): Promise<Result> {
  const [withMeta, without] = [await world.seed.project({ keys: KEYS }), await world.seed.project({ keys: KEYS })];
  await world.seed.keepMeta(withMeta);
  await world.seed.rewrite();
  await world.seed.settle();
  const service = await world.service();
  const figures = await compareFirstExports(
    world,
    firstExport(world, service, withMeta),
    firstExport(world, service, without),
  );
  const work = 'first export of json, 10,000 keys with meta (reference: without)';
  return { work, ...figures, ...atMost(figures.ratio, 1.1) };
}

const firstExport =
  ({ seed }: World, { url }: ServerProcess, projectId: string): Timed =>
  async () => {
    await seed.touch(projectId);
    return (await call(`${url}/api/v1/projects/${projectId}/export`)).seconds;
  };

async function compareFirstExports(
  { options }: World,
  service: Timed,
  reference: Timed,
): ReturnType<typeof compareTimes> {
  await compareTimes(10, service, reference);
  return compareTimes(options.rounds * 5, service, reference);
}
