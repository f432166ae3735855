import { type RunningApp, startApp } from './support/start-app';

const UNKNOWN = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('the second identifier of a path', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it.each([
    ['GET', 'changes/99999?limit=0', undefined, 'change_not_found'],
    ['GET', 'changes/0?limit=0', undefined, 'change_not_found'],
    ['GET', 'changes/first?unknown=1', undefined, 'change_not_found'],
    ['POST', 'changes/99999/undo', { unknown: 1 }, 'change_not_found'],
    ['DELETE', `templates/${UNKNOWN}?dryRun=true`, undefined, 'template_not_found'],
    ['DELETE', 'templates/none?dryRun=true', undefined, 'template_not_found'],
  ])('is a 404 in an invalid request: %s %s', async (method, path, json, code) => {
    const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const { status, body } = await api.send(method, `projects/${id}/${path}`, { json });
    expect([status, body.code]).toEqual([404, code]);
  });

  it('leaves an invalid request for what exists a 400', async () => {
    const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    await api.send('POST', `projects/${id}/import?language=de&filename=de.json`, { body: '{"a":"Ä"}' });
    const [template] = (await api.get(`projects/${id}/templates`)).body.templates;

    const statuses = await Promise.all([
      api.get(`projects/${id}/changes/1?limit=0`),
      api.post(`projects/${id}/changes/1/undo`, { unknown: 1 }),
      api.delete(`projects/${id}/templates/${template.id}?dryRun=true`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});
