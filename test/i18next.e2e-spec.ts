import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import type { Scope } from '../src/common/access/scope';
import { type RunningApp, startApp } from './support/start-app';

const documentation = readFileSync(join(__dirname, '../docs/i18next.md'), 'utf8');

/** Returns the documented code of this name as a function of the modules that it imports. */
function codeOf(
  name: string,
  origin: string,
  projectId: string,
  apiKey: string,
): (...modules: unknown[]) => Promise<void> {
  const [, code = ''] = new RegExp(`<!-- code: ${name} -->\\s+\`\`\`js\\n([^]*?)\`\`\``).exec(documentation) ?? [];
  const body = code
    .replace(/^import .*$/gm, '')
    .replace('https://glossa.example.com', origin)
    .replace('PROJECT_ID', projectId)
    .replace(/glossa_READ\w*/, apiKey);
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return new AsyncFunction('i18next', 'HttpBackend', body);
}

describe('i18next with i18next-http-backend, as docs/i18next.md sets them up', () => {
  let running: RunningApp;
  /** The responses to the requests since the first `start`, complete or not. */
  const responses: Promise<{ status: number; body: unknown }>[] = [];
  const { fetch } = globalThis;
  beforeAll(async () => {
    running = await startApp({ corsOrigins: ['*'] });
  });
  const recordResponses = () => {
    globalThis.fetch = async (url, init) => {
      const response = fetch(url, init).then(async (received) => ({
        status: received.status,
        body: await received.json(),
      }));
      responses.push(response);
      const { status, body } = await response;
      return Response.json(body, { status });
    };
  };
  afterEach(async () => {
    globalThis.fetch = fetch;
    await received();
  });
  afterAll(() => running.close());

  const given = async () => {
    const project = await running.given.project({ targetLanguages: ['de'] });
    const importFile = async (language: string, namespace: string, texts: object) => {
      const path = `projects/${project.id}/import?format=i18next&language=${language}&namespace=${namespace}`;
      const { status } = await project.api.send('POST', path, { body: JSON.stringify(texts) });
      expect(status).toBe(200);
    };
    await importFile('en', 'common', {
      greeting: 'Hello {{name}}',
      menu: { open: 'Open' },
      file_one: '{{count}} file',
      file_other: '{{count}} files',
    });
    await importFile('de', 'common', {
      greeting: 'Hallo {{name}}',
      file_one: '{{count}} Datei',
      file_other: '{{count}} Dateien',
    });
    await importFile('en', 'checkout', { greeting: 'Thank you' });
    await importFile('de', 'checkout', { greeting: 'Danke' });
    const secretOf = async (...scopes: Scope[]) =>
      (await running.given.apiKey({ organization: project.organization, scopes, projectIds: [project.id] })).secret;
    return {
      ...project,
      start: async (code: string, secret: string): Promise<i18n> => {
        recordResponses();
        const instance = i18next.createInstance();
        await codeOf(code, running.url, project.id, secret)(instance, HttpBackend);
        return instance;
      },
      reader: await secretOf('translations:read'),
      writer: await secretOf('translations:read', 'translations:write', 'keys:write'),
      english: async () => (await project.api.get(`projects/${project.id}/translations`)).body.translations.en,
    };
  };

  /** Waits for the responses to all requests that the backend has sent since the last call. */
  const received = () => Promise.all(responses.splice(0));

  it('loads namespaces in the nearest language with an API key that can only read', async () => {
    const project = await given();
    const { t } = await project.start('load', project.reader);
    expect(t('greeting', { name: 'Zoë' })).toBe('Hallo Zoë');
    expect(t('checkout:greeting')).toBe('Danke');
    expect([1, 2].map((count) => t('file', { count }))).toEqual(['1 Datei', '2 Dateien']);
    expect(t('menu.open')).toBe('Open');
    // Three languages (de-CH, de, en) by two namespaces.
    expect((await received()).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it('loads plurals of ICU with their number and their arguments', async () => {
    const project = await given();
    const files = '{count, plural, one {# file of {total}} other {# files of {total}}}';
    const path = `projects/${project.id}/import?format=icu-json&language=de&namespace=common`;
    await project.api.send('POST', path, { body: JSON.stringify({ part: files }) });
    const { t } = await project.start('load', project.reader);
    expect([1, 2].map((count) => t('part', { count, total: 9 }))).toEqual(['1 file of 9', '2 files of 9']);
  });

  it('saves missing keys with their default texts', async () => {
    const project = await given();
    const { t } = await project.start('save', project.writer);
    await received();
    expect(t('menu.close', 'Close')).toBe('Close');
    t('checkout:pay', 'Pay {{amount}}');
    t('checkout:file', 'File');
    expect(await received()).toEqual([
      { status: 200, body: { imported: 1, updated: 0, skipped: 0 } },
      { status: 200, body: { imported: 1, updated: 0, skipped: 0 } },
      { status: 200, body: { imported: 1, updated: 0, skipped: 0 } },
    ]);
    expect(await project.english()).toMatchObject({
      'common.menu.close': 'Close',
      'checkout.pay': 'Pay {{amount}}',
      'checkout.file': 'File',
    });
  });

  it('saves no text over an existing one', async () => {
    const project = await given();
    const first = await project.start('save', project.writer);
    const second = await project.start('save', project.writer);
    await received();
    first.t('menu.close', 'Close');
    await received();
    second.t('menu.close', 'Shut');
    expect(await received()).toEqual([{ status: 200, body: { imported: 0, updated: 0, skipped: 1 } }]);
    expect(await project.english()).toMatchObject({ 'common.menu.close': 'Close' });
  });

  it('saves the forms of a plural so that i18next finds them again', async () => {
    const project = await given();
    const { t } = await project.start('save', project.writer);
    t('item', { count: 2, defaultValue_one: '{{count}} item', defaultValue_other: '{{count}} items' });
    await received();
    const again = await project.start('save', project.writer);
    expect([1, 2].map((count) => again.t('item', { count }))).toEqual(['1 item', '2 items']);
  });

  it('saves nothing with an API key that can only read', async () => {
    const project = await given();
    const before = await project.english();
    const { t } = await project.start('save', project.reader);
    await received();
    expect(t('menu.close', 'Close')).toBe('Close');
    expect(await received()).toMatchObject([{ status: 403, body: { code: 'missing_scope' } }]);
    expect(await project.english()).toEqual(before);
  });
});
