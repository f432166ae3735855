import type { Json } from '../support/client';
import { untilServed } from '../support/given-channel';
import { type RunningApp, startApp } from '../support/start-app';
import { FailingProxy } from './failing-proxy';
import { Repository } from './repository';

const RELEASES = 'POST /api/v1/projects/:id/releases';
const UNKNOWN = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('glossa publish and glossa releases', () => {
  let running: RunningApp;
  let proxy: FailingProxy;
  beforeAll(async () => {
    running = await startApp();
    proxy = await FailingProxy.start(running.url);
  });
  beforeEach(() => proxy.reset());
  afterAll(async () => {
    await proxy.close();
    await running.close();
  });

  const given = async () => {
    const { id, api, organization } = await running.given.project({
      targetLanguages: ['de'],
      keys: [
        { name: 'shop.cart', value: 'Cart of {name}', translations: { de: 'Korb von {nane}' } },
        { name: 'home.title', value: 'Home', translations: { de: 'Start' } },
      ],
    });
    const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: proxy.url };
    const repository = Repository.create(env, {
      'glossa.json': JSON.stringify({ project: id, files: [{ path: 'locales/{language}.json', format: 'json' }] }),
    });
    const { token } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Test' })).body.deliveryToken;
    /** Returns a file of a channel as soon as the channel serves a release. */
    const delivered = async (channel: string, { id: releaseId }: Json, path: string): Promise<Json> => {
      await untilServed(running, `/delivery/${token}/${channel}`, releaseId);
      return (await running.anonymous.get(`/delivery/${token}/${channel}/${path}`)).body;
    };
    const publish = async (...args: string[]): Promise<Json> => (await repository.done('publish', ...args)).publish;
    const list = async (...args: string[]): Promise<Json> => (await repository.done('releases', ...args)).releases;
    return { repository, id, api, organization, delivered, publish, list };
  };

  it('publish what the options say, list it, and move a channel back', async () => {
    const { repository, api, id, delivered, publish, list } = await given();
    expect(await list()).toEqual({ releases: [], hasMore: false });
    const first = await publish('--format', 'json', '--languages', 'de');
    expect(first).toMatchObject({
      channel: 'production',
      release: {
        revision: 2,
        format: 'json',
        languages: ['de'],
        fileCount: 1,
        files: [{ language: 'de', namespace: null }],
      },
    });
    expect(await delivered('production', first.release, 'de.json')).toEqual({
      'home.title': 'Start',
      'shop.cart': 'Korb von {nane}',
    });
    const [key] = (await api.get(`projects/${id}/keys?name=home.title`)).body.keys;
    await api.put(`keys/${key.id}`, { translations: { de: 'Anfang' } });
    const options = ['--per-namespace', '--fallback', 'auto', '--min-state', 'translated'];
    const beta = await publish('--channel', 'beta', '--format', 'icu-json', ...options, '--revision', '2');
    expect(beta.release).toMatchObject({ revision: 2, perNamespace: true, fallback: 'auto', minState: 'translated' });
    expect(await delivered('beta', beta.release, 'de-AT/home.json')).toEqual({ title: 'Start' });
    const { code, stdout } = await repository.glossa(['publish', '--format', 'json', '--languages', 'en,de']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^en {2}1 file, \d+ B\nde {2}1 file, \d+ B\nPublished revision 3 in production: 2 files, \d+ B\. Release \S+\.\nOptions: --format json --languages en,de\n$/,
      ),
    ]);
    const { releases } = await list();
    expect(await delivered('production', releases[0], 'de.json')).toMatchObject({ 'home.title': 'Anfang' });
    expect(releases.map(({ channel, channels }: Json) => [channel, channels])).toEqual([
      ['production', ['production']],
      ['beta', ['beta']],
      ['production', []],
    ]);
    expect(await list('--channel', 'production', '-n', '1')).toEqual({ releases: [releases[0]], hasMore: true });
    expect(await publish('--release', first.release.id)).toMatchObject({
      channel: 'production',
      release: { id: first.release.id, revision: 2 },
    });
    expect(await delivered('production', first.release, 'de.json')).toMatchObject({ 'home.title': 'Start' });
    expect((await repository.glossa(['publish', '--channel', 'beta', '--release', first.release.id])).stdout).toBe(
      `beta serves the release ${first.release.id} of revision 2.\n`,
    );
    expect((await repository.glossa(['releases'])).stdout).toMatch(
      new RegExp(
        `^${first.release.id}  \\S+ \\S+  production  serves beta, production  by .+\\n {4}revision 2, de: 1 file, \\d+ B  --format json --languages de\\n$`,
        'm',
      ),
    );
  });

  describe('publish in a channel that serves a release', () => {
    const OPTIONS = {
      format: 'icu-json',
      languages: ['de'],
      allLanguages: false,
      perNamespace: true,
      fallback: 'auto',
      minState: 'translated',
      failOn: ['icu_syntax'],
    };
    const DEFAULTS = {
      format: 'json',
      languages: ['en', 'de'],
      allLanguages: true,
      perNamespace: false,
      fallback: 'none',
      minState: null,
      failOn: [],
    };
    const GIVEN = {
      format: ['--format', 'icu-json'],
      languages: ['--languages', 'de'],
      perNamespace: ['--per-namespace'],
      fallback: ['--fallback', 'auto'],
      minState: ['--min-state', 'translated'],
      failOn: ['--fail-on', 'icu_syntax'],
    };
    const TAKEN_BACK = {
      format: ['--format', 'json'],
      languages: ['--languages', '*'],
      perNamespace: ['--no-per-namespace'],
      fallback: ['--fallback', 'none'],
      minState: ['--min-state', 'any'],
      failOn: ['--fail-on', 'none'],
    };
    const published = async () => {
      const all = await given();
      expect((await all.publish()).release).toMatchObject(DEFAULTS);
      expect((await all.publish(...Object.values(GIVEN).flat())).release).toMatchObject(OPTIONS);
      return all;
    };

    it('keeps each option that is left out, and names all of them', async () => {
      const { publish, repository } = await published();
      expect((await publish()).release).toMatchObject(OPTIONS);
      for (const [name, option] of Object.entries(TAKEN_BACK)) {
        const own = { [name]: DEFAULTS[name as keyof typeof DEFAULTS] };
        const languages = name === 'languages' && { allLanguages: true };
        expect((await publish(...option)).release).toMatchObject({ ...OPTIONS, ...own, ...languages });
        await publish(...GIVEN[name as keyof typeof GIVEN]);
      }
      expect((await repository.glossa(['publish'])).stdout).toContain(
        `\nOptions: ${Object.values(GIVEN).flat().join(' ')}\n`,
      );
      expect((await publish(...Object.values(TAKEN_BACK).flat())).release).toMatchObject(DEFAULTS);
    });

    it('keeps those of the release that the channel was moved to, and of no other channel', async () => {
      const { publish, list } = await published();
      const [withOptions, first] = (await list()).releases;
      expect((await publish('--channel', 'beta')).release).toMatchObject(DEFAULTS);
      await publish('--channel', 'beta', '--release', withOptions.id);
      expect((await publish('--channel', 'beta')).release).toMatchObject(OPTIONS);
      await publish('--release', first.id);
      expect((await publish()).release).toMatchObject(DEFAULTS);
    });

    it('leaves out a language that was removed from the project', async () => {
      const { publish, api, id } = await given();
      await publish('--languages', 'en,de');
      expect((await api.patch(`projects/${id}`, { removeLanguages: ['de'] })).status).toBe(200);
      expect((await publish()).release).toMatchObject({ languages: ['en'], allLanguages: false });
    });

    it('says that an earlier revision is not checked', async () => {
      const { repository, publish } = await published();
      const { code, stderr } = await repository.glossa(['publish', '--revision', '2']);
      expect([code, stderr]).toEqual([0, expect.stringContaining('icu_syntax are not checked')]);
      expect((await publish()).release).toMatchObject({ ...OPTIONS, failOn: [] });
    });
  });

  it('end with 4 and publish nothing where the server refuses, and with 2 before any request for a wrong use', async () => {
    const { repository, api, id, list, organization } = await given();
    const checked = await repository.glossa(['publish', '--fail-on', 'placeholder_unknown', '--json']);
    expect([checked.code, JSON.parse(checked.stdout).error]).toEqual([
      4,
      expect.objectContaining({
        code: 'checks_failed',
        errors: [expect.objectContaining({ key: 'shop.cart', language: 'de' })],
      }),
    ]);
    expect(checked.stderr).toContain('\n  shop.cart (de): placeholder_unknown: {nane} is not in the source\n');
    const scopes = ['projects:read', 'translations:read'] as const;
    const { secret } = await running.given.apiKey({ organization, scopes });
    for (const [args, env, message] of [
      [['publish', '--format', 'xlsx'], {}, 'validation_failed'],
      [['publish', '--revision', '99'], {}, 'unknown_revision'],
      [['publish', '--release', UNKNOWN], {}, 'the project has no such release'],
      [['publish'], { GLOSSA_API_KEY: secret }, 'missing_scope'],
    ] as const) {
      const { code, stderr } = await repository.glossa(args, { env });
      expect([args, code, stderr]).toEqual([args, 4, expect.stringContaining(message)]);
    }
    expect(await list()).toEqual({ releases: [], hasMore: false });
    expect((await api.get(`projects/${id}/channels`)).body).toEqual({ channels: [] });
    proxy.reset();
    for (const args of [
      ['publish', '--release', UNKNOWN, '--min-state', 'reviewed'],
      ['publish', '--min-state', 'draft'],
      ['publish', '--revision', 'x'],
      ['releases', '-n', '0'],
    ]) {
      const { code, stderr } = await repository.glossa(args);
      expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(/error: \S/)]);
    }
    expect(proxy.requests).toEqual([]);
  });

  it('publish once what is sent again because the answer was lost, and end with 5 without an answer', async () => {
    const { repository, publish, list } = await given();
    proxy.reset((request, count) => (request === RELEASES && count === 1 ? 'lose answer' : undefined));
    const { release } = await publish('--format', 'json');
    expect(proxy.requests.filter((request) => request === RELEASES)).toHaveLength(2);
    expect((await list()).releases.map(({ id }: Json) => id)).toEqual([release.id]);
    proxy.reset((request) => (request === RELEASES ? 'refuse' : undefined));
    expect((await repository.glossa(['publish'])).code).toBe(5);
  });

  it('have help with examples, and are completed', async () => {
    const { repository } = await given();
    for (const command of ['publish', 'releases']) {
      const { code, stdout } = await repository.glossa([command, '--help']);
      expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`Examples:\\n +\\$ glossa ${command}`))]);
    }
    const { stdout } = await repository.glossa(['completion', 'bash']);
    expect(stdout).toContain('publish) words="--json --config --server --channel --format --languages --per-namespace');
  });
});
