import { call } from '../harness/call';
import { atMost, bounded, median, type Result, summarizeRatios } from '../harness/figures';
import { type FlatFile, flatFile } from '../harness/flat-file';
import { compareLoads, type Target } from '../harness/load';
import type { ServerProcess } from '../harness/server-process';
import { measureSeconds, seconds } from '../harness/timing';
import type { Suite, World } from '../harness/world';
import { bareUpsert } from '../reference/bare-upsert';
import { importInto } from './imports';

const SUFFIX = ' (changed)';

/** Seconds of the steps of one round. */
interface Round {
  imported: number;
  bare: number;
  now: number;
  then: number;
  undone: number;
}

/** An import that changes all texts of a project, the reads of what it has replaced, and its undo. */
export const historySuite: Suite = {
  name: 'history',
  async run(world) {
    const count = world.options.quick ? 20_000 : 100_000;
    const [first, changed] = [flatFile(count), flatFile(count, SUFFIX)];
    changed.ids = first.ids;
    const service = await world.service();
    const rounds: Round[] = [];
    let bytes = 0;
    for (let round = 0; round < world.options.rounds; round++) {
      const bare = await bareChange(world, first, changed);
      const { bytesOfHistory, ...times } = await change(world, service, first, changed);
      rounds.push({ bare, ...times });
      bytes = bytesOfHistory;
    }
    const texts = count.toLocaleString('en');
    const row = (work: string, of: keyof Round, to: keyof Round, limit: number): Result => {
      const figures = summarizeRatios(rounds.map((round) => round[of] / round[to]));
      const [own, other] = [of, to].map((name) => seconds(rounds.map((round) => round[name])));
      if (!own || !other) throw new Error('nothing was measured');
      return { work, service: own, reference: other, ...figures, ...atMost(figures.ratio, limit) };
    };
    return [
      row(`import that changes ${texts} of ${texts} texts`, 'imported', 'bare', 2.2),
      row(`first export of ${texts} texts at the revision before (reference: of now)`, 'then', 'now', 2),
      row(`undo of that import (reference: the import)`, 'undone', 'imported', 1.5),
      bounded('history of one replaced text, beside its bytes', bytes, 'bytes', 120, 'with indexes'),
    ];
  },
};

async function bareChange(world: World, first: FlatFile, changed: FlatFile): Promise<number> {
  await world.seed.empty();
  const id = await world.seed.project({ keys: 0 });
  const query = (sql: string, parameters: unknown[]): Promise<unknown> => world.sql.query(sql, parameters);
  await bareUpsert(query, id, first);
  return measureSeconds(() => bareUpsert(query, id, changed));
}

async function change(
  world: World,
  service: ServerProcess,
  first: FlatFile,
  changed: FlatFile,
): Promise<Omit<Round, 'bare'> & { bytesOfHistory: number }> {
  await world.seed.empty();
  const id = await world.seed.project({ keys: 0 });
  const project = `${service.url}/api/v1/projects/${id}`;
  await importInto(service, id, first);
  const imported = await importInto(service, id, changed, 'updated');
  const bytesOfHistory = await bytesPerRow(world);
  await world.seed.settle();
  const exportOf = async (query: string, { bytes }: FlatFile): Promise<number> => {
    const { seconds: duration, size } = await call(`${project}/export?format=json${query}`, { discard: true });
    if (size !== bytes.length) throw new Error(`the export has ${size} bytes instead of ${bytes.length}`);
    return duration;
  };
  const now = await exportOf('', changed);
  const then = await exportOf('&revision=1', first);
  const { seconds: undone } = await call(`${project}/changes/2/undo`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  await exportOf('', first);
  return { imported, now, then, undone, bytesOfHistory };
}

/** Returns the bytes of a row of the history with its indexes, without the bytes of its text. */
async function bytesPerRow({ sql }: World): Promise<number> {
  const { rows } = await sql.query<{ bytes: number }>(`
    SELECT (pg_table_size('translations_history') + pg_indexes_size('translations_history') - sum(octet_length(text)))::float8
           / count(*) AS bytes
    FROM translations_history`);
  return rows[0]?.bytes ?? NaN;
}

/** Reads of a little of a large history. */
export const historyPagesSuite: Suite = {
  name: 'history-pages',
  async run(world) {
    const service = await world.service();
    return [
      ...(await deltas(world, service)),
      await pagesOfChanges(world, service),
      await pagesOfItems(world, service),
    ];
  },
};

/** A delta of ten changes is read again after each further change. */
async function deltas(world: World, service: ServerProcess): Promise<Result[]> {
  const sizes = world.options.quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
  const times: number[] = [];
  for (const size of sizes) {
    const id = await world.seed.project({ keys: size });
    await world.seed.settle();
    const keyIds = await world.seed.keyIds(id, 100);
    const durations: number[] = [];
    for (const [index, keyId] of keyIds.entries()) {
      const body = JSON.stringify({ value: `Text ${index}` });
      await call(`${service.url}/api/v1/keys/${keyId}`, {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const revision = index + 1;
      if (revision < 10) continue;
      const answer = await call(`${service.url}/api/v1/projects/${id}/translations?since=${revision - 10}`);
      const { translations } = JSON.parse(answer.body.toString()) as { translations: { en: object } };
      if (Object.keys(translations.en).length !== 10) throw new Error('the delta has not ten texts');
      durations.push(answer.seconds * 1_000);
    }
    times.push(median(durations));
    await world.seed.empty();
  }
  const rows = sizes.map((size, index) =>
    bounded(`delta of 10 changes among ${size.toLocaleString('en')} texts`, times[index] ?? NaN, 'ms', 50),
  );
  const ratio = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
  const last = rows.at(-1);
  if (last) Object.assign(last, { ratio, target: '≤ 50 ms, flat: ≤ 1.5', met: (last.met ?? false) && ratio <= 1.5 });
  return rows;
}

const cursorOf = (...values: string[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/** A page near the end of a long list of changes, against the first page. */
async function pagesOfChanges(world: World, service: ServerProcess): Promise<Result> {
  const revisions = world.options.quick ? 10_000 : 100_000;
  const id = await world.seed.project({ keys: 1 });
  await world.sql.query(
    `INSERT INTO changes (project_id, revision, at, action, api_key_id, api_key_name, languages, namespaces, string_count, details)
     SELECT $1::uuid, i, now() - (($2 - i) || ' seconds')::interval, 'key.update', $1::uuid, 'Bench', '{en}', '{section1}', 1, $3
     FROM generate_series(1, $2::int) i`,
    [id, revisions, { counts: { keysCreated: 0, keysDeleted: 0, keysChanged: 0, textsSet: 1, textsRemoved: 0 } }],
  );
  await world.sql.query('UPDATE projects SET revision = $2 WHERE id = $1', [id, revisions]);
  await world.seed.settle();
  const page = (query: string): Target => ({
    server: service,
    requests: { method: 'GET', paths: [`/api/v1/projects/${id}/changes?limit=50${query}`] },
  });
  const figures = await compareLoads(world.options, page(`&cursor=${cursorOf('1000')}`), page(''));
  return {
    work: `page of 50 changes at the end of ${revisions.toLocaleString('en')} (reference: the first page)`,
    ...figures,
    target: 'flat: ≥ 0.8',
    met: figures.ratio >= 0.8,
  };
}

/** A page in the middle of the items of a large import, against one of a small import. */
async function pagesOfItems(world: World, service: ServerProcess): Promise<Result> {
  const page = async (count: number): Promise<Target> => {
    const id = await world.seed.project({ keys: 0 });
    await importInto(service, id, flatFile(count));
    await importInto(service, id, flatFile(count, SUFFIX), 'updated');
    const { rows } = await world.sql.query<{ id: string }>(
      'SELECT id FROM keys WHERE project_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [id, count / 2],
    );
    const path = `/api/v1/projects/${id}/changes/2?limit=100&cursor=${cursorOf(rows[0]?.id ?? '', 'en')}`;
    const { body } = await call(`${service.url}${path}`);
    const { items } = JSON.parse(body.toString()) as { items: unknown[] };
    if (items.length !== 100) throw new Error(`the page has ${items.length} items`);
    return { server: service, requests: { method: 'GET', paths: [path] } };
  };
  const large = world.options.quick ? 20_000 : 100_000;
  const [largePage, smallPage] = [await page(large), await page(1_000)];
  await world.seed.settle();
  const figures = await compareLoads(world.options, largePage, smallPage);
  return {
    work: `page of 100 items of a change of ${large.toLocaleString('en')} texts (reference: of 1,000)`,
    ...figures,
    target: 'flat: ≥ 0.8',
    met: figures.ratio >= 0.8,
  };
}
