import { isDeepStrictEqual } from 'node:util';
import { call, type CallResult } from '../harness/call';
import type { Comparison, Result } from '../harness/figures';
import { compareLoads, type Requests, type Target } from '../harness/load';
import { LANGUAGES } from '../harness/seed';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';

const JSON_BODY = { 'content-type': 'application/json' };
const KEYS = 10_000;
const WARM_UP_ROUNDS = 10;

/** Exports of an unchanged project, against a bare server that finds the project with one statement and sends the same bytes. */
export const exportSuite: Suite = {
  name: 'exports',
  async run(world) {
    const id = await world.seed.project({ keys: KEYS });
    await world.seed.settle();
    const path = `/api/v1/projects/${id}/export`;
    const results: Result[] = [];
    for (const [coding, floor] of Object.entries({ identity: 0.85, br: 0.7, gzip: 0.7 })) {
      const work = `export json, 10,000 keys, ${coding}`;
      results.push(await againstConstant(world, work, path, { 'accept-encoding': coding }, floor));
    }
    results.push(await againstConstant(world, 'export json, 10,000 keys, 304', path, {}, 0.7, true));
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

/**
 * Compares the service with a server that sends the same bytes from memory.
 * @param conditional whether the client sends the entity tag, so that the service responds with 304
 */
export async function againstConstant(
  world: World,
  work: string,
  path: string,
  headers: Record<string, string>,
  floor: number,
  conditional = false,
): Promise<Result> {
  const service = await world.service();
  const own = await call(service.url + path, { headers });
  const reference = await world.reference({ [path]: own.body });
  const other = await call(reference.url + path, { headers });
  if (!other.body.equals(own.body)) throw new Error('the two servers send different bytes');
  const requests: Requests = { method: 'GET', paths: [path] };
  const target = (server: ServerProcess, etag: unknown): Target =>
    conditional && typeof etag === 'string'
      ? { server, requests, headers: { ...headers, 'if-none-match': etag }, expect: 304 }
      : { server, requests, headers };
  const figures = await compareLoads(
    world.options,
    target(service, own.headers.etag),
    target(reference, other.headers.etag),
  );
  await Promise.all([service.stop(), reference.stop()]);
  const note = `${(own.body.length / 1e3).toFixed(0)} kB`;
  return { work, ...figures, ...world.judgeRate(figures.ratio, floor), note };
}

/** Exports that are not in the cache. */
export const firstExportSuite: Suite = {
  name: 'first-export',
  run: async (world) => [
    await afterManyChanges(world),
    await afterEdit(world, 'canonical'),
    await afterEdit(world, 'template'),
    await againstNoMeta(world),
  ],
};

/** All entries are read. The reference builds an equal JSON object, in any order, with one `json_object_agg` statement. */
async function afterManyChanges(world: World): Promise<Result> {
  const { service, reference, id } = await openExports(world, await world.seed.project({ keys: KEYS }));
  const change = (): Promise<void> => world.seed.touchMany(id);
  const figures = await compareFirstExports(
    world,
    firstExport(service, id, change),
    firstExport(reference, id, change),
  );
  return { work: 'first export after many changes, 10,000 keys', ...figures, ...world.judgeTime(figures.ratio, 1.5) };
}

/** The export after each edit of one text, in the layout of an imported file or in the canonical one. */
async function afterEdit(world: World, layout: 'canonical' | 'template'): Promise<Result> {
  const id = await world.seed.project({ keys: KEYS });
  if (layout === 'template') {
    const service = await world.service();
    const path = `${service.url}/api/v1/projects/${id}`;
    const { body } = await call(`${path}/export`);
    const file = JSON.stringify(JSON.parse(body.toString()), undefined, 4);
    await call(`${path}/import?format=json&language=en`, { method: 'POST', body: file, headers: JSON_BODY });
    await service.stop();
  }
  const { service, reference } = await openExports(world, id);
  const [keyId = ''] = await world.seed.keyIds(id, 1);
  let edits = 0;
  const edit = async (): Promise<void> => {
    const body = JSON.stringify({ value: `Edit ${++edits}` });
    await call(`${service.url}/api/v1/keys/${keyId}`, { method: 'PUT', body, headers: JSON_BODY });
  };
  const figures = await compareFirstExports(world, firstExport(service, id, edit), firstExport(reference, id, edit));
  const of = layout === 'template' ? "the file's template" : 'the canonical layout';
  return { work: `first export after an edit, 10,000 keys, ${of}`, ...figures, ...world.judgeTime(figures.ratio, 2) };
}

/** Starts both servers, and checks that their exports of a project are equal. */
async function openExports(
  world: World,
  id: string,
): Promise<{ service: ServerProcess; reference: ServerProcess; id: string }> {
  await world.seed.settle();
  const [service, reference] = [await world.service(), await world.reference()];
  const path = `/api/v1/projects/${id}/export`;
  const [own, other] = [await call(service.url + path), await call(reference.url + path)];
  if (!isDeepStrictEqual(parse(own), parse(other))) throw new Error('the two servers send different texts');
  return { service, reference, id };
}

/** Metadata of other formats must not slow down an export that does not need it. The reference is a project without. */
async function againstNoMeta(world: World): Promise<Result> {
  const withMeta = await world.seed.project({ keys: KEYS });
  const without = await world.seed.project({ keys: KEYS });
  await world.seed.keepMeta(withMeta);
  await world.seed.rewrite();
  await world.seed.settle();
  const service = await world.service();
  const change = (id: string) => (): Promise<void> => world.seed.touchMany(id);
  const reference = world.hasBaseline
    ? firstExport(await world.reference(), withMeta, change(withMeta))
    : firstExport(service, without, change(without));
  const figures = await compareFirstExports(world, firstExport(service, withMeta, change(withMeta)), reference);
  const work = `first export of json, 10,000 keys with meta${world.hasBaseline ? '' : ' (reference: without)'}`;
  return { work, ...figures, ...world.judgeTime(figures.ratio, 1.1) };
}

const parse = ({ body }: CallResult): unknown => JSON.parse(body.toString());

/** @param change what outdates the export before */
const firstExport =
  ({ url }: ServerProcess, projectId: string, change: () => Promise<void>): Timed =>
  async () => {
    await change();
    return (await call(`${url}/api/v1/projects/${projectId}/export`)).seconds;
  };

async function compareFirstExports({ options }: World, service: Timed, reference: Timed): Promise<Comparison> {
  await compareTimes(WARM_UP_ROUNDS, service, reference);
  return compareTimes(options.rounds * 5, service, reference);
}
