import { unzipSync } from 'fflate';
import { type RunningApp, startApp } from '../support/start-app';
import { type Client, Refused } from './clients/client';

/**
 * The clients, by the name of their generator. `files` says which files the generated functions can return: bytes, or
 * only texts.
 */
const CLIENTS: { name: string; load: () => Promise<Adapter>; files: 'bytes' | 'texts' }[] = [
  { name: 'openapi-fetch', load: () => import('./clients/openapi-fetch'), files: 'bytes' },
  { name: 'hey-api', load: () => import('./clients/hey-api'), files: 'bytes' },
  { name: 'orval', load: () => import('./clients/orval'), files: 'bytes' },
  { name: 'swagger-typescript-api', load: () => import('./clients/swagger-typescript-api'), files: 'bytes' },
  // Its request.ts reads each body that is not JSON with `response.text()`.
  { name: 'openapi-typescript-codegen', load: () => import('./clients/openapi-typescript-codegen'), files: 'texts' },
  { name: 'oazapfts', load: () => import('./clients/oazapfts'), files: 'bytes' },
  { name: 'zodios', load: () => import('./clients/zodios'), files: 'bytes' },
  { name: 'kubb', load: () => import('./clients/kubb'), files: 'bytes' },
  { name: 'openapi-client-axios', load: () => import('./clients/openapi-client-axios'), files: 'bytes' },
  { name: 'rtk-query', load: () => import('./clients/rtk-query'), files: 'bytes' },
];

interface Adapter {
  connect(baseUrl: string, apiKey: string): Client | Promise<Client>;
}

const PROJECT = { name: 'Web shop', sourceLanguage: 'en', targetLanguages: ['de'] };
const KEY = { name: 'home.title', value: 'Welcome', translations: { de: 'Wilkommen' } };

/** The file that is imported, as a browser has it. */
const germanFile = () => new File(['{"home.cta": "Jetzt kaufen"}'], 'de.json', { type: 'application/json' });
const brokenFile = () => new File(['{"home.cta":\n'], 'de.json');

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe.each(CLIENTS)('the client of $name', ({ load, files }) => {
  let client: Client;
  let projectId: string;
  beforeEach(async () => {
    // The client of openapi-typescript-codegen logs that the answer to HEAD, which has no body, is not JSON.
    jest.spyOn(console, 'error').mockReturnValue(undefined);
    const { secret } = await running.given.organization();
    client = await (await load()).connect(running.url, secret);
    projectId = (await client.createProject(PROJECT)).id;
  });

  it('creates and lists projects', async () => {
    expect(await client.listProjects(10)).toEqual([{ id: projectId, ...PROJECT, stringCount: 0 }]);
  });

  it('creates a key, and reads the problem of a refusal', async () => {
    const key = await client.createKey(projectId, KEY);
    expect(key).toEqual({ id: expect.any(String), name: 'home.title', value: 'Welcome', namespace: 'home' });
    expect(await refusalOf(client.createKey(projectId, KEY))).toMatchObject({
      status: 400,
      problem: { code: 'key_exists', keyId: key.id },
    });
  });

  it('changes a key on the condition that it is as it was read, and deletes it', async () => {
    const { id } = await client.createKey(projectId, KEY);
    const tag = await client.tagOf(id);
    expect(tag).toMatch(/^".+"$/);
    expect(await client.updateKey(id, { de: 'Willkommen' }, tag)).toEqual({
      id,
      name: 'home.title',
      translations: { en: 'Welcome', de: 'Willkommen' },
    });
    expect(await refusalOf(client.updateKey(id, { de: 'Hallo' }, tag))).toMatchObject({
      status: 412,
      problem: { code: 'precondition_failed' },
    });
    expect(await client.deleteKey(id)).toBe(true);
  });

  it('imports a file, and reads where another one is broken', async () => {
    expect(await client.importFile(projectId, germanFile())).toEqual({ imported: 1, updated: 0, skipped: 0 });
    expect(await refusalOf(client.importFile(projectId, brokenFile()))).toMatchObject({
      status: 400,
      problem: { code: 'malformed_file', errors: [{ line: expect.any(Number) }] },
    });
  });

  it('follows the cursor of a list to its end', async () => {
    for (const name of ['a', 'b', 'c']) await client.createKey(projectId, { ...KEY, name });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { keys, nextCursor } = await client.listKeys(projectId, 2, cursor);
      pages.push(keys.map(({ name }) => name));
      cursor = nextCursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual([['a', 'b'], ['c']]);
  });

  it('reads and exports the texts of languages that it lists', async () => {
    await client.createKey(projectId, KEY);
    await client.importFile(projectId, germanFile());
    const german = { 'home.cta': 'Jetzt kaufen', 'home.title': 'Wilkommen' };
    expect(await client.getTranslations(projectId, ['en', 'de'])).toEqual({
      en: { 'home.title': 'Welcome' },
      de: german,
    });
    expect(await client.exportJson(projectId, ['de'])).toEqual(german);
    expect(await client.exportProperties(projectId, ['de'])).toBe('home.cta=Jetzt kaufen\nhome.title=Wilkommen\n');
  });

  it(`exports a workbook and a zip as ${files}`, async () => {
    await client.createKey(projectId, KEY);
    const workbook = await client.exportWorkbook(projectId);
    const zip = await client.exportZip(projectId, ['en', 'de']);
    if (files === 'texts') {
      expect([workbook, zip]).toEqual([expect.stringMatching(/^PK/), expect.stringMatching(/^PK/)]);
    } else {
      expect(namesIn(workbook)).toContain('xl/workbook.xml');
      expect(namesIn(zip)).toEqual(['en.json', 'de.json']);
    }
  });
});

async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('the request was not refused');
}

function namesIn(file: Uint8Array | string): string[] {
  if (typeof file === 'string') throw new Error('the file was decoded');
  return Object.keys(unzipSync(file));
}
