import { isDeepStrictEqual } from 'node:util';
import { call } from '../harness/call';
import { checkTexts } from '../harness/check-texts';
import { atMost, bounded, median, type Result } from '../harness/figures';
import { compareLoads, type Target } from '../harness/load';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { againstConstant } from './exports';

const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'ja', 'es', 'it', 'nl', 'pl', 'sv'];
/** The keys that pass each filter, of all keys of the project. */
const FOUND = 20;
const PAGE_SIZE = 100;
const JSON_BODY = { 'content-type': 'application/json' };
const WARM_UP_ROUNDS = 3;
/** The reference takes seconds for some pages: what it has not sent at the end of a run would slow down the next one. */
const CONNECTIONS = 4;
const MIN_SECONDS = 5;

/** The filters of the rows, each of which few keys pass. */
const FILTERS: Readonly<Record<string, string>> = {
  'untranslated=de': '&untranslated=de',
  'state=draft': '&state=draft',
  'outdated=true': '&outdated=true',
  'search of a rare word': '&search=zephyr',
  'tag of few keys': '&tag=rare',
  'a namespace': '&namespace=section7',
  'sort=-updatedAt': '&sort=-updatedAt',
};

/** Pages of 100 keys with 3 languages, and statistics, of a large project in which few texts are not translated. */
export const gridSuite: Suite = {
  name: 'grid',
  async run(world) {
    const keys = world.options.quick ? 5_000 : 50_000;
    const id = await world.seed.project({ keys, languages: LANGUAGES });
    // A translation that is the same as the source text has a finding, and few texts of a project have one.
    await world.sql.query(
      `UPDATE translations SET text = text || ' ' || language WHERE project_id = $1 AND language <> 'en'`,
      [id],
    );
    await world.seed.settle();
    const [service, reference] = [await world.service(), await world.reference()];
    await edit(world, service, id);
    await checkTexts(service, id);
    const path = `/api/v1/projects/${id}/keys?include=translations&language=de,fr,ja`;
    const size = `of ${keys.toLocaleString('en')} × ${LANGUAGES.length}`;
    const page = (server: ServerProcess, query: string): Target => ({
      server,
      requests: { method: 'GET', paths: [path + query] },
    });
    const seconds = Math.max(MIN_SECONDS, world.options.seconds);
    const options = { ...world.options, seconds, connections: CONNECTIONS };
    const results: Result[] = [];
    const compare = async (work: string, query: string): Promise<Result> => {
      await assertSameKeys(service.url + path + query, reference.url + path + query);
      const figures = await compareLoads(options, page(service, query), page(reference, query));
      return { work: `page of 100 keys ${size}, ${work}`, ...figures, ...world.judgeRate(figures.ratio, 0.8) };
    };
    const whole = await compare('no filter', '');
    results.push(whole);
    for (const [work, query] of Object.entries(FILTERS)) {
      results.push(withLatency(await compare(work, query), whole));
    }
    results.push(await totals(world, service, id, path));
    await reference.stop();
    results.push(...(await statistics(world, service, id)));
    return results;
  },
};

/** Changes some keys as people do, so that each filter finds them; they are spread over the list. */
async function edit({ sql }: World, { url }: ServerProcess, projectId: string): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY name) AS number FROM keys WHERE project_id = $1) k
     WHERE number % ((SELECT string_count FROM projects WHERE id = $1) / $2) = 1`,
    [projectId, FOUND * 5],
  );
  const changes = [
    { translations: { de: null } },
    { states: { fr: 'draft' } },
    { value: 'Another text' },
    { translations: { ja: 'Zephyr' } },
    { tags: ['rare'] },
  ];
  const update = rows.map(({ id }, i) => ({ id, ...changes[i % changes.length] }));
  const body = JSON.stringify({ update });
  await call(`${url}/api/v1/projects/${projectId}/keys/batch`, { method: 'POST', body, headers: JSON_BODY });
}

/** Compares all members of the keys. The order of those that one write changed is not compared. */
async function assertSameKeys(url: string, other: string): Promise<void> {
  const [own = [], theirs = []] = await Promise.all(
    [url, other].map(async (address) =>
      (await readPage(address)).sort((one, other) => (one.name < other.name ? -1 : 1)),
    ),
  );
  if (own.length === 0 || !isDeepStrictEqual(own, theirs)) throw new Error(`${url}: the servers send different keys`);
}

/** Reads a page of keys. The service may end it early right after a change, before its search index is up to date. */
async function readPage(address: string): Promise<{ name: string }[]> {
  const found: { name: string }[] = [];
  let cursor: string | null | undefined = '';
  while (typeof cursor === 'string' && found.length < PAGE_SIZE) {
    const { body } = await call(cursor === '' ? address : `${address}&cursor=${cursor}`);
    // The service reads the parameters of a finding from its sentence, which both have.
    const page = JSON.parse(body.toString(), (name, value: unknown) => (name === 'params' ? undefined : value)) as {
      keys: { name: string }[];
      nextCursor?: string | null;
    };
    found.push(...page.keys);
    cursor = page.nextCursor;
  }
  return found.slice(0, PAGE_SIZE);
}

/** Requires a p99 of at most three times the p99 of the page without a filter. */
function withLatency(result: Result, whole: Result): Result {
  const isFast = (result.service.p99 ?? NaN) <= 3 * (whole.service.p99 ?? NaN);
  return { ...result, target: `${result.target}, p99 ≤ 3 × no filter`, met: (result.met ?? false) && isFast };
}

/** The first page with a total after a change, against one without. */
async function totals(world: World, { url }: ServerProcess, projectId: string, path: string): Promise<Result> {
  const first =
    (query: string): Timed =>
    async () => {
      await world.seed.touch(projectId);
      return (await call(`${url}${path}&untranslated=de${query}`)).seconds;
    };
  const figures = await compareTimes(world.options.rounds * 5, first('&total=true'), first(''));
  const work = 'page with untranslated=de and total=true after a change (reference: without total)';
  return { work, ...figures, ...atMost(figures.ratio, 2) };
}

async function statistics(world: World, service: ServerProcess, projectId: string): Promise<Result[]> {
  const path = `/api/v1/projects/${projectId}/statistics?by=namespace`;
  const reference = await world.reference();
  const count =
    ({ url }: ServerProcess): Timed =>
    async () => {
      await world.seed.touch(projectId);
      return (await call(url + path)).seconds;
    };
  await compareTimes(WARM_UP_ROUNDS, count(service), count(reference));
  const figures = await compareTimes(world.options.rounds * 3, count(service), count(reference));
  await Promise.all([service.stop(), reference.stop()]);
  const firsts: number[] = [];
  for (let round = 0; round < world.options.rounds; round++) {
    await world.seed.touch(projectId);
    const next = await world.service();
    firsts.push((await call(next.url + path)).seconds * 1_000);
    await next.stop();
  }
  return [
    bounded('the same as the first request of a process, after a change', median(firsts), 'ms', 500),
    {
      work: 'statistics of all languages by namespace, first (reference: one statement)',
      ...figures,
      ...world.judgeTime(figures.ratio, 1.3),
    },
    await againstConstant(world, 'the same again, 304', path, {}, 0.7, true),
  ];
}
