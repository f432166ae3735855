import { Database } from '../src/database/database';
import { MAX_TEXTS } from '../src/memory/pretranslate/pretranslate';
import { type RunningApp, startApp } from './support/start-app';

describe('a pretranslation of more texts than a request looks at', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('continues behind the texts for which it has found nothing', async () => {
    const targetLanguages = Array.from({ length: 400 }, (_, i) => `de-x-a${1_000 + i}`);
    const [first = ''] = targetLanguages;
    const { api, id } = await running.given.project({ targetLanguages });
    const names = Array.from({ length: 200 }, (_, i) => `k${i}`);
    const create = [
      { name: 'known', value: 'Save', translations: { [first]: 'Sichern' } },
      ...names.map((name) => ({ name, value: `Unknown ${name}` })),
      { name: 'last', value: 'Save' },
    ];
    expect((await api.post(`projects/${id}/keys/batch`, { create })).status).toBe(200);
    const pretranslate = async (more: object) => {
      const { status, body } = await api.post(`projects/${id}/pretranslate`, { languages: targetLanguages, ...more });
      expect(status).toBe(200);
      return body.pretranslation;
    };
    const begun = await pretranslate({});
    expect(begun).toMatchObject({ memory: 0, nextCursor: expect.any(String) });
    expect(begun.missing).toBeLessThanOrEqual(MAX_TEXTS);
    const rest = await pretranslate({ cursor: begun.nextCursor });
    expect(rest).toMatchObject({ memory: 1, nextCursor: null });
    expect(begun.missing + rest.missing).toBe(202 * 400 - 1);
  });

  it('is refused with a cursor of another list', async () => {
    const { api, id } = await running.given.project({ targetLanguages: ['de'] });
    const { status, body } = await api.post(`projects/${id}/pretranslate`, { languages: ['de'], cursor: 'x' });
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer: '/cursor' }] });
  });

  it('does not wait for an index that a newer version of the service has made', async () => {
    const keys = Array.from({ length: 501 }, (_, i) => ({ name: `k${i}`, value: `Text ${i}` }));
    const { api, id } = await running.given.project({ targetLanguages: ['de'], keys });
    const database = running.app.get(Database);
    await database.rows(
      `INSERT INTO memory_projects AS m (project_id, rules, revision) VALUES ($1, 999999, 1)
       ON CONFLICT (project_id) DO UPDATE SET rules = 999999`,
      [id],
    );
    const { status, body } = await api.post(`projects/${id}/pretranslate`, { languages: ['de'] });
    expect({ status, missing: body.pretranslation?.missing }).toEqual({ status: 200, missing: 501 });
  });
});
