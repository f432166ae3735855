import { call } from '../harness/call';
import { atMost, bounded, percentile, type Result } from '../harness/figures';
import type { ServerProcess } from '../harness/server-process';
import { compareTimes, measureSeconds, type Timed } from '../harness/timing';
import type { Suite, World } from '../harness/world';

const KEYS_OF_PROJECT = 100_000;
const JSON_BODY = { 'content-type': 'application/json' };
const QUERIES = 400;
/** Searches while texts are indexed. */
const SAME = 40;
const MAX_P95_MS = 50;
const POLL_MS = 500;
/** Parts of the time of a write that it may take with the memory. */
const MAX_OF_IMPORT = 1.15;
const MAX_OF_PUT = 1.1;

/** Writes of single texts that are timed together. */
const WRITES = 400;

/** Suggestions among 1,000,000 texts beside writes, on both databases, and what the memory costs imports and writes. */
export const memorySuite: Suite = {
  name: 'memory',
  async *run(world) {
    const projects = world.options.quick ? 1 : 10;
    for (const [name, location] of [
      ['PostgreSQL', undefined],
      ['embedded', { folder: `${world.folder}/memory` }],
    ] as const) {
      const service = await world.service(location);
      yield* measure(world, service, name, projects);
      if (location === undefined) yield* costOfNumbers(world, service);
      await service.stop();
    }
  },
};

async function* measure(world: World, service: ServerProcess, name: string, projects: number): AsyncGenerator<Result> {
  let count = 0;
  const texts = makeTexts(world.options.quick ? KEYS_OF_PROJECT / 10 : KEYS_OF_PROJECT);
  const ids: string[] = [];
  for (; count < projects; count++) ids.push(await importProject(service, texts(count)));
  const all = `${(texts(0).length * projects).toLocaleString('en')} texts`;
  const unindexed = await search(service, texts(projects - 1).slice(-SAME));
  yield bounded(
    `${name}: the same text among ${all} that are not indexed, p95`,
    percentile(unindexed, 0.95),
    'ms',
    MAX_P95_MS,
  );
  const indexing = await measureSeconds(() => indexed(service, ids.length));
  yield bounded(`${name}: seconds until ${count} imports are indexed`, indexing, 's', 3_600);
  const writes = writer(service, ids[0] ?? '');
  const queries = queriesOf(texts, projects);
  const quiet = await search(service, queries);
  yield bounded(`${name}: a search among ${all}, p50`, percentile(quiet, 0.5), 'ms', MAX_P95_MS);
  yield bounded(`${name}: a search among ${all}, p95`, percentile(quiet, 0.95), 'ms', MAX_P95_MS);
  const writing = writes.start();
  const busy = await search(service, queries);
  await writes.stop(writing);
  yield bounded(`${name}: a search among ${all} beside writes, p95`, percentile(busy, 0.95), 'ms', MAX_P95_MS);
  const alone = async (): Promise<number> => {
    await indexed(service, count);
    return measureSeconds(() => importProject(service, texts(count++)));
  };
  const beside = (): Promise<number> => measureSeconds(() => importProject(service, texts(count++)));
  const figures = await compareTimes(world.options.rounds, beside, alone);
  yield {
    work: `${name}: an import while the one before is indexed (reference: alone)`,
    ...figures,
    ...atMost(figures.ratio, MAX_OF_IMPORT),
  };
}

/** Compares writes with the index of the numbers of texts and without it. */
async function* costOfNumbers(world: World, service: ServerProcess): AsyncGenerator<Result> {
  const [index] = (
    await world.sql.query<{ sql: string }>(`SELECT pg_get_indexdef('translations_by_text'::regclass) AS sql`)
  ).rows;
  const without =
    (work: Timed): Timed =>
    async () => {
      await world.sql.query('DROP INDEX translations_by_text');
      const seconds = await work();
      await world.sql.query(index?.sql ?? '');
      return seconds;
    };
  const texts = makeTexts(KEYS_OF_PROJECT / (world.options.quick ? 10 : 1))(1_000);
  const id = await importProject(service, texts);
  const keys = await keysOf(service, id);
  const works: readonly (readonly [string, Timed, number])[] = [
    ['an import', () => measureSeconds(() => importProject(service, texts)), MAX_OF_IMPORT],
    [`${WRITES} PUTs`, () => measureSeconds(() => writeTexts(service, keys)), MAX_OF_PUT],
  ];
  for (const [work, timed, most] of works) {
    const settled = async (): Promise<number> => {
      await indexed(service, 1);
      return timed();
    };
    const figures = await compareTimes(world.options.rounds, settled, without(settled));
    const name = `PostgreSQL: ${work} with the index of the numbers of texts (reference: without it)`;
    yield { work: name, ...figures, ...atMost(figures.ratio, most) };
  }
}

/** Words of five scripts, of which few are frequent, as in languages. */
const SCRIPTS = [
  'abcdefghiklmnoprstuvw',
  'абвгдежзиклмнопрсту',
  'αβγδεζηθικλμνοπρστ',
  'ابتجحدرسشصعفقكلمن',
  'कखगघचजटडतदनपबमयरल',
];
const VOCABULARY = 20_000;

/** Returns numbers from 0 to 1 that follow from a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const wordOf = (rank: number): string => {
  const random = numbers(rank * 7_919 + 1);
  random();
  const letters = [...(SCRIPTS[rank % SCRIPTS.length] ?? '')];
  const length = 2 + Math.floor(random() * 8);
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
};
const WORDS = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));

/** Returns a text of 1 to 16 words. The frequency of a word falls with its rank. */
function makeText(random: () => number): string {
  const length = 1 + Math.floor(random() ** 2 * 15);
  return Array.from({ length }, () => WORDS[Math.floor(VOCABULARY ** random()) - 1] ?? '1').join(' ');
}

/** Returns a function that makes the texts of a project. */
const makeTexts =
  (keys: number) =>
  (project: number): string[] => {
    const random = numbers(project + 1);
    return Array.from({ length: keys }, () => makeText(random));
  };

/** Texts of the projects, of which most are changed. */
function queriesOf(texts: (project: number) => string[], projects: number): string[] {
  const random = numbers(42);
  const known = texts(projects - 1);
  return Array.from({ length: QUERIES }, (_, i) => {
    const words = (known[Math.floor(random() * known.length)] ?? '').split(' ');
    if (i % 4 === 1) words[Math.floor(random() * words.length)] = WORDS[Math.floor(random() * VOCABULARY)] ?? '';
    if (i % 4 === 2) words.push(WORDS[Math.floor(VOCABULARY ** random()) - 1] ?? '');
    return i % 4 === 3 ? makeText(random) : words.join(' ');
  });
}

async function importProject(service: ServerProcess, texts: readonly string[]): Promise<string> {
  const body = JSON.stringify({ name: 'Memory', sourceLanguage: 'en', targetLanguages: ['de'] });
  const created = await call(`${service.url}/api/v1/projects`, { method: 'POST', headers: JSON_BODY, body });
  const { project } = JSON.parse(created.body.toString()) as { project: { id: string } };
  for (const language of ['en', 'de']) {
    const file = Object.fromEntries(texts.map((text, i) => [`section${i % 97}.item_${i}`, text]));
    await call(`${service.url}/api/v1/projects/${project.id}/import?format=json&filename=a.json&language=${language}`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(file),
    });
  }
  return project.id;
}

interface Found {
  results: { complete: boolean }[];
}

async function searchOnce(service: ServerProcess, text: string): Promise<{ ms: number; complete: boolean }> {
  const body = JSON.stringify({ from: 'en', to: 'de', texts: [text] });
  const { seconds, body: answer } = await call(`${service.url}/api/v1/memory/search`, {
    method: 'POST',
    headers: JSON_BODY,
    body,
  });
  const { results } = JSON.parse(answer.toString()) as Found;
  return { ms: seconds * 1_000, complete: results[0]?.complete === true };
}

/** Waits until a search sees that nothing is left to index. */
async function indexed(service: ServerProcess, projects: number): Promise<void> {
  if (projects === 0) return;
  while (!(await searchOnce(service, 'no such text')).complete)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** @returns the milliseconds of the queries, in ascending order */
async function search(service: ServerProcess, queries: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) times.push((await searchOnce(service, query)).ms);
  return times.sort((one, other) => one - other);
}

async function keysOf(service: ServerProcess, projectId: string): Promise<string[]> {
  const { body } = await call(`${service.url}/api/v1/projects/${projectId}/keys?limit=100`);
  const { keys } = JSON.parse(body.toString()) as { keys: { id: string }[] };
  return keys.map(({ id }) => id);
}

/** Numbers the texts that are written, so that each one is another. */
let written = 0;

async function writeText(service: ServerProcess, keyId: string): Promise<void> {
  const body = JSON.stringify({ value: `A text that is written ${written++}` });
  await call(`${service.url}/api/v1/keys/${keyId}`, { method: 'PUT', headers: JSON_BODY, body });
}

async function writeTexts(service: ServerProcess, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < WRITES; i++) await writeText(service, keys[i % keys.length] ?? '');
}

/** Writes source texts of a project, one after another. */
function writer(
  service: ServerProcess,
  projectId: string,
): { start: () => Promise<void>; stop: (writing: Promise<void>) => Promise<void> } {
  let isStopped = false;
  const start = async (): Promise<void> => {
    const keys = await keysOf(service, projectId);
    for (let i = 0; !isStopped; i++) await writeText(service, keys[i % keys.length] ?? '');
  };
  return {
    start,
    stop: async (writing) => {
      isStopped = true;
      await writing;
    },
  };
}
