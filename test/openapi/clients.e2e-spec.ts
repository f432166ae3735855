import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningApp, startApp } from '../support/start-app';
import type { Results } from './clients/results';

type Program = (baseUrl: string, apiKey: string) => Promise<Results>;

// The generated code that the programs import does not exist before `beforeAll`.
const PROGRAMS: [string, () => Promise<Program>][] = [
  ['openapi-fetch', async () => (await import('./clients/openapi-fetch')).callWithOpenapiFetch],
  ['hey-api', async () => (await import('./clients/hey-api')).callWithHeyApi],
  ['orval', async () => (await import('./clients/orval')).callWithOrval],
];

let running: RunningApp;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(__dirname, 'generate-clients.mjs')]);
  running = await startApp();
});
afterAll(() => running.close());

describe('the client generated from openapi.json', () => {
  it.each(PROGRAMS)('of %s calls all seven operations and receives what its types declare', async (_, load) => {
    const { api, secret } = await running.given.organization();
    const project = { name: 'Web shop', sourceLanguage: 'en', targetLanguages: ['de'] };
    const id: string = (await api.post('projects', project)).body.project.id;

    const call = await load();
    const results = await call(running.url, secret);

    expect(results).toEqual({
      projects: [{ id, ...project, stringCount: 0 }],
      created: { id: expect.any(String), name: 'home.title', value: 'Welcome', namespace: 'home' },
      refusal: { status: 400, code: 'key_exists', keyId: results.created.id },
      updated: {
        id: results.created.id,
        name: 'home.title',
        translations: { en: 'Welcome', de: 'Willkommen' },
      },
      imported: { imported: 1, updated: 0, skipped: 0 },
      brokenFile: { status: 400, code: 'malformed_file', line: expect.any(Number) },
      translations: {
        en: { 'home.title': 'Welcome' },
        de: { 'home.cta': 'Jetzt kaufen', 'home.title': 'Willkommen' },
      },
      exported: { 'home.cta': 'Jetzt kaufen', 'home.title': 'Willkommen' },
      properties: 'home.cta=Jetzt kaufen\nhome.title=Willkommen\n',
      zip: 'PK',
      deleted: true,
    });
  });
});
