import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import i18next, { type i18n } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { Repository } from './cli/repository';
import type { Json } from './support/client';
import { blocksOf, codeOf, readPage } from './support/documented-code';
import { untilServed } from './support/given-channel';
import { type RunningApp, startApp } from './support/start-app';

const PAGE = 'docs/i18next.md';
const [PUBLISH = '', CREATE_API_KEY = ''] = blocksOf(readPage(PAGE), 'sh');
const BIN = join(__dirname, '../node_modules/.bin');

/** Runs code as a module whose imports are given. */
function runCode(code: string, ...modules: unknown[]): Promise<void> {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  return new AsyncFunction('i18next', 'HttpBackend', code.replace(/^import .*$/gm, ''))(...modules);
}

describe('i18next with i18next-http-backend, as docs/i18next.md sets them up', () => {
  let running: RunningApp;
  /** The answers to the requests since the first `start`, complete or not. */
  const answers: Promise<{ status: number; body: Json; apiKey: boolean }>[] = [];
  const repositories: Repository[] = [];
  const { fetch } = globalThis;
  beforeAll(async () => {
    running = await startApp();
  });
  const recordAnswers = () => {
    globalThis.fetch = async (url, init) => {
      const apiKey = new Headers(init?.headers).has('authorization');
      const answer = fetch(url, init).then(async (received) => ({
        status: received.status,
        body: await received.json(),
        apiKey,
      }));
      answers.push(answer);
      const { status, body } = await answer;
      return Response.json(body, { status });
    };
  };
  afterEach(async () => {
    globalThis.fetch = fetch;
    await received();
  });
  afterAll(async () => {
    for (const repository of repositories) repository.remove();
    await running.close();
  });

  const given = async () => {
    const project = await running.given.project({ targetLanguages: ['de'] });
    const importFile = async (format: string, language: string, namespace: string, texts: object) => {
      const path = `projects/${project.id}/import?format=${format}&language=${language}&namespace=${namespace}`;
      const { status } = await project.api.send('POST', path, { body: JSON.stringify(texts) });
      expect(status).toBe(200);
    };
    await importFile('i18next', 'en', 'common', {
      greeting: 'Hello {{name}}',
      menu: { open: 'Open' },
      file_one: '{{count}} file',
      file_other: '{{count}} files',
    });
    await importFile('i18next', 'de', 'common', {
      greeting: 'Hallo {{name}}',
      file_one: '{{count}} Datei',
      file_other: '{{count}} Dateien',
    });
    await importFile('i18next', 'en', 'checkout', { greeting: 'Thank you' });
    await importFile('i18next', 'de', 'checkout', { greeting: 'Danke' });
    const repository = Repository.create(
      {},
      {
        'glossa.json': JSON.stringify({
          project: project.id,
          files: [{ path: 'locales/{language}.json', format: 'json' }],
        }),
      },
    );
    repositories.push(repository);
    const { body } = await project.api.post(`projects/${project.id}/delivery-tokens`, { name: 'Page' });
    const shell = async (script: string): Promise<string> => {
      const env = {
        PATH: `${BIN}:${process.env.PATH}`,
        GLOSSA_SERVER: running.url,
        GLOSSA_API_KEY: project.organization.secret,
        PROJECT: project.id,
      };
      const options = { cwd: repository.folder, env };
      return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options)).stdout;
    };
    return {
      ...project,
      importFile,
      publish: async () => {
        await shell(PUBLISH);
        const [{ id: releaseId }] = (await project.api.get(`projects/${project.id}/releases`)).body.releases;
        await untilServed(running, `/delivery/${body.deliveryToken.token}/production`, releaseId);
      },
      createApiKey: async (): Promise<Json> => JSON.parse(await shell(CREATE_API_KEY)).apiKey,
      start: async (name: string, apiKey = ''): Promise<i18n> => {
        recordAnswers();
        const instance = i18next.createInstance();
        const code = codeOf(PAGE, name, {
          'https://glossa.example.com': running.url,
          DELIVERY_TOKEN: body.deliveryToken.token,
          PROJECT_ID: project.id,
          glossa_MISSING_KEYS: apiKey,
        });
        await runCode(code, instance, HttpBackend);
        return instance;
      },
      english: async () => (await project.api.get(`projects/${project.id}/translations`)).body.translations.en,
    };
  };

  /** Waits for the answers to all requests that the backend has sent since the last call. */
  const received = () => Promise.all(answers.splice(0));

  it('loads namespaces of a channel in the nearest language, without an API key', async () => {
    const project = await given();
    await project.publish();
    const { t } = await project.start('load');
    expect(t('greeting', { name: 'Zoë' })).toBe('Hallo Zoë');
    expect(t('checkout:greeting')).toBe('Danke');
    expect([1, 2].map((count) => t('file', { count }))).toEqual(['1 Datei', '2 Dateien']);
    expect(t('menu.open')).toBe('Open');
    // Three languages (de-CH, de, en) by two namespaces.
    const loaded = await received();
    expect(loaded.map(({ status, apiKey }) => [status, apiKey])).toEqual(Array.from({ length: 6 }, () => [200, false]));
  });

  it('loads plurals of ICU with their number and their arguments', async () => {
    const project = await given();
    const files = '{count, plural, one {# file of {total}} other {# files of {total}}}';
    await project.importFile('icu-json', 'de', 'common', { part: files });
    await project.publish();
    const { t } = await project.start('load');
    expect([1, 2].map((count) => t('part', { count, total: 9 }))).toEqual(['1 file of 9', '2 files of 9']);
  });

  it('saves missing keys with their default texts, and loads them after the next release', async () => {
    const project = await given();
    await project.publish();
    const { secret } = await project.createApiKey();
    const { t } = await project.start('save', secret);
    expect((await received()).map(({ status, apiKey }) => [status, apiKey])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(t('menu.close', 'Close')).toBe('Close');
    t('checkout:pay', 'Pay {{amount}}');
    t('item', { count: 2, defaultValue_one: '{{count}} item', defaultValue_other: '{{count}} items' });
    expect((await received()).map(({ status, apiKey }) => [status, apiKey])).toEqual(
      Array.from({ length: 4 }, () => [201, true]),
    );
    expect(await project.english()).toMatchObject({ 'common.menu.close': 'Close', 'checkout.pay': 'Pay {{amount}}' });
    await project.publish();
    const again = await project.start('load');
    expect(again.t('menu.close')).toBe('Close');
    expect([1, 2].map((count) => again.t('item', { count }))).toEqual(['1 item', '2 items']);
  });

  it('saves no text over an existing one', async () => {
    const project = await given();
    await project.publish();
    const { secret } = await project.createApiKey();
    const [first, second] = [await project.start('save', secret), await project.start('save', secret)];
    await received();
    first.t('menu.close', 'Close');
    await received();
    second.t('menu.close', 'Shut');
    expect(await received()).toMatchObject([{ status: 400, body: { code: 'key_exists' } }]);
    expect(await project.english()).toMatchObject({ 'common.menu.close': 'Close' });
  });

  it('has an API key for missing keys that can neither read nor change texts', async () => {
    const project = await given();
    const { secret, rateLimit, projectIds } = await project.createApiKey();
    expect([rateLimit, projectIds]).toEqual([60, [project.id]]);
    const [key] = (await project.api.get(`projects/${project.id}/keys?name=common.greeting`)).body.keys;
    const refused = [
      await project.api.get(`projects/${project.id}/export?format=json`, { as: secret }),
      await project.api.get(`keys/${key.id}`, { as: secret }),
      await project.api.put(`keys/${key.id}`, { value: 'Hi' }, { as: secret }),
      await project.api.put(`keys/${key.id}`, { translations: { de: 'Hi' } }, { as: secret }),
      await project.api.delete(`keys/${key.id}`, { as: secret }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'missing_scope'));
  });
});
