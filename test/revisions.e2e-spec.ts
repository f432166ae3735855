import type { Client } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the revision of a project', () => {
  let running: RunningApp;
  let api: Client;
  let id: string;
  beforeAll(async () => {
    running = await startApp({ corsOrigins: ['https://dashboard.example.com'] });
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    ({ id, api } = await running.given.project());
  });

  const revision = async (): Promise<string> => String((await api.get(`projects/${id}`)).body.project.revision);

  it('is 0 for a new project', async () => {
    const { headers } = await api.post('projects', { name: 'New', sourceLanguage: 'en' });
    expect(headers.get('x-glossa-revision')).toBe('0');
  });

  it('is in the response to each write, and raised by one if the write changed anything', async () => {
    let keyId = '';
    const writes: [string, () => ReturnType<Client['get']>, number][] = [
      ['create', () => api.post(`projects/${id}/keys`, { name: 'a', value: 'A' }), 1],
      ['update', () => api.put(`keys/${keyId}`, { value: 'B' }), 1],
      ['no change', () => api.put(`keys/${keyId}`, { value: 'B' }), 0],
      ['batch', () => api.post(`projects/${id}/keys/batch`, { create: [{ name: 'c', value: 'C' }] }), 1],
      ['import', () => api.post(`projects/${id}/import?format=json&language=de`, undefined, { body: '{"a":"Ä"}' }), 1],
      [
        'dry run',
        () => api.post(`projects/${id}/import?format=json&language=de&dryRun=true`, undefined, { body: '{"a":"x"}' }),
        0,
      ],
      ['change of the project', () => api.patch(`projects/${id}`, { addLanguages: ['fr'] }), 1],
      ['delete', () => api.delete(`keys/${keyId}`), 1],
    ];
    let expected = 0;
    for (const [name, write, raised] of writes) {
      const { headers, body, status } = await write();
      expected += raised;
      expect([name, status < 300, headers.get('x-glossa-revision')]).toEqual([name, true, String(expected)]);
      expect(await revision()).toBe(String(expected));
      if (name === 'create') keyId = body.key.id;
    }
  });

  it('is not in the response to a write that is refused', async () => {
    const { status, headers } = await api.post(`projects/${id}/keys`, { name: '', value: 'A' });
    expect([status, headers.get('x-glossa-revision')]).toEqual([400, null]);
  });

  it('can be the least revision that a read asks for', async () => {
    const { body } = await api.post(`projects/${id}/keys`, { name: 'read', value: 'Read' });
    const current = Number(await revision());
    for (const path of [
      `projects/${id}`,
      `projects/${id}/keys`,
      `projects/${id}/translations`,
      `projects/${id}/export`,
      `keys/${body.key.id}`,
    ]) {
      expect((await api.get(`${path}?minRevision=${current}`)).status).toBe(200);
      expect(await api.get(`${path}?minRevision=${current + 1}`)).toMatchObject({
        status: 400,
        body: { code: 'unknown_revision', errors: [{ parameter: 'minRevision' }] },
      });
      expect(await api.get(`${path}?minRevision=-1`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });

  it('can be read by scripts of allowed origins', async () => {
    const headers = { origin: 'https://dashboard.example.com' };
    const response = await api.post(`projects/${id}/keys`, { name: 'cors', value: 'C' }, { headers });
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Glossa-Revision');
  });
});
