import { type RunningApp, startApp } from '../support/start-app';
import { callAllSeven } from './client';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('a client typed by the OpenAPI document', () => {
  it('calls all seven operations and receives what their types declare', async () => {
    const { operator, url, operatorSecret } = running;
    const project = { name: 'Web shop', sourceLanguage: 'en', targetLanguages: ['de'] };
    const id: string = (await operator.post('projects', project)).body.project.id;

    const results = await callAllSeven(url, operatorSecret);

    expect(results).toEqual({
      projects: [{ id, ...project, stringCount: 0 }],
      created: { id: expect.any(String), name: 'home.title', value: 'Welcome', namespace: 'home' },
      refusal: { code: 'key_exists', keyId: results.created.id },
      updated: {
        id: results.created.id,
        name: 'home.title',
        translations: { en: 'Welcome', de: 'Willkommen' },
      },
      imported: { imported: 1, updated: 0, skipped: 0 },
      importedRaw: { imported: 1, updated: 0, skipped: 0 },
      translations: {
        en: { 'home.cta': 'Buy now', 'home.title': 'Welcome' },
        de: { 'home.cta': 'Jetzt kaufen', 'home.title': 'Willkommen' },
      },
      exported: { 'home.cta': 'Jetzt kaufen', 'home.title': 'Willkommen' },
      properties: 'home.cta=Jetzt kaufen\nhome.title=Willkommen\n',
      deleted: true,
    });
  });
});
