import fc from 'fast-check';
import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

/** Keys without a text are kept for projects with more than 1,000 keys. */
const KEYS = 1_010;

/** Writes to a project; the numbers choose a key. */
const operation = fc.oneof(
  fc.record({ does: fc.constantFrom('create', 'delete', 'clear', 'set', 'draft', 'source'), key: fc.nat(KEYS - 1) }),
  fc.record({ does: fc.constantFrom('undo', 'read'), key: fc.constant(0) }),
);

describe('keys without a text in a language', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are those of the database after any writes, and so are those that need work', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    for (const language of ['en', 'de']) {
      const texts = Array.from({ length: KEYS }, (_, i) => [`k${i}`, `Text ${i} {n}`]);
      const body = JSON.stringify(Object.fromEntries(texts));
      await api.post(`projects/${id}/import?format=json&language=${language}`, undefined, { body });
    }
    const database = running.app.get(Database);
    const selected = async (query: string): Promise<string[]> => {
      const { body } = await api.get(`projects/${id}/keys?limit=1000&total=true&${query}`);
      const more =
        body.nextCursor === null
          ? undefined
          : await api.get(`projects/${id}/keys?limit=1000&${query}&cursor=${body.nextCursor}`);
      expect(more?.body.nextCursor ?? null).toBeNull();
      const names = [...body.keys, ...(more?.body.keys ?? [])].map(({ name }: Json) => name as string);
      expect(names).toHaveLength(body.total);
      return names;
    };
    const inDatabase = async (condition: string): Promise<string[]> => {
      const text = `FROM translations t WHERE t.project_id = k.project_id AND t.key_id = k.id AND t.language = 'de'`;
      const sql = `SELECT name FROM keys k WHERE project_id = $1 AND (NOT EXISTS (SELECT ${text}) ${condition.replaceAll('TEXT', text)}) ORDER BY name`;
      return (await database.rows<{ name: string }>(sql, [id])).map(({ name }) => name);
    };
    const keys = await database.rows<{ id: string }>('SELECT id FROM keys WHERE project_id = $1 ORDER BY id', [id]);
    const needsWork = `OR EXISTS (SELECT TEXT AND t.state = 0)
      OR EXISTS (SELECT FROM findings f WHERE f.project_id = k.project_id AND f.key_id = k.id AND f.language = 'de')
      OR EXISTS (SELECT TEXT AND coalesce(t.text_revision, t.since) < (
        SELECT s.text_revision FROM translations s WHERE s.project_id = k.project_id AND s.key_id = k.id AND s.language = 'en'))`;
    const { revision: imported } = (await api.get(`projects/${id}`)).body.project;
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
        for (const { does, key } of operations) {
          const path = `keys/${keys[key]?.id}`;
          const { revision } = (await api.get(`projects/${id}`)).body.project;
          if (does === 'create') await api.post(`projects/${id}/keys`, { name: `n${count++}`, value: 'New {n}' });
          if (does === 'delete') await api.delete(path);
          if (does === 'clear') await api.put(path, { translations: { de: null } });
          if (does === 'set') await api.put(path, { translations: { de: `Set ${count++}` } });
          if (does === 'draft') await api.put(path, { states: { de: 'draft' } });
          if (does === 'source') await api.put(path, { value: `Source ${count++} {n}` });
          if (does === 'undo' && revision > imported) await api.post(`projects/${id}/changes/${revision}/undo`, {});
          if (does === 'read') await selected('untranslated=de');
        }
        expect(await selected('untranslated=de')).toEqual(await inDatabase(''));
        expect(await selected('needsWork=de')).toEqual(await inDatabase(needsWork));
        expect(await selected('untranslated=fr')).toHaveLength((await inDatabase('OR true')).length);
      }),
      { numRuns: 12 },
    );
  }, 240_000);

  it('are found again when a language was removed and added, and when older changes are not kept', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const texts = Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`k${i}`, `Text ${i}`]));
    for (const language of ['en', 'de'])
      await api.post(`projects/${id}/import?format=json&language=${language}`, undefined, {
        body: JSON.stringify(texts),
      });
    const count = async (): Promise<number> =>
      (await api.get(`projects/${id}/keys?untranslated=de&limit=1000`)).body.keys.length;
    expect(await count()).toBe(0);
    const { keys } = (await api.get(`projects/${id}/keys?limit=1`)).body;
    await api.put(`keys/${keys[0].id}`, { translations: { de: null } });
    const database = running.app.get(Database);
    await database.rows('UPDATE projects SET oldest_revision = revision WHERE id = $1', [id]);
    await database.rows('DELETE FROM translations_history WHERE project_id = $1', [id]);
    expect(await count()).toBe(1);
    expect((await api.patch(`projects/${id}`, { removeLanguages: ['de'] })).status).toBe(200);
    expect((await api.patch(`projects/${id}`, { addLanguages: ['de'] })).status).toBe(200);
    expect(await count()).toBe(1_000);
  });
});
