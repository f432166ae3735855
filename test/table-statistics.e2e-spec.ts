import { Database } from '../src/database/database';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

const KEYS = 6_000;

describe('statistics of the tables', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  /** The number of rows that the planner expects; -1 before the first ANALYZE. */
  async function expectedRows(): Promise<number[]> {
    const rows = await running.app
      .get(Database)
      .rows<{ reltuples: number }>(
        `SELECT reltuples FROM pg_class WHERE oid IN ('keys'::regclass, 'translations'::regclass)`,
        [],
      );
    return rows.map(({ reltuples }) => reltuples);
  }

  it('count the rows of a large import', async () => {
    const { id, api } = await running.given.project();
    const file = Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key_${i}`, `Text ${i}`]));
    const path = `projects/${id}/import?format=json&language=en`;
    expect((await api.post(path, undefined, { body: JSON.stringify(file) })).status).toBe(200);

    await until(async () => (await expectedRows()).every((rows) => rows >= KEYS));
    expect(await expectedRows()).toEqual([KEYS, KEYS]);
  });
});
