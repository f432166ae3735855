import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { Database } from '../src/database/database';
import { DeliveryUsageLog } from '../src/delivery/delivery-usage-log';
import { ChannelMoves, FollowEndedError } from '../src/releases/channel-moves';
import { ReleaseExpiry } from '../src/releases/release-expiry';
import type { Client, Json } from './support/client';
import { Receiver } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

let service: RunningApp;

beforeAll(async () => (service = await startApp({ webhookPrivateAddresses: true })));
afterAll(() => service.close());

const KEYS = [
  { name: 'home.title', value: 'Welcome', translations: { de: 'Willkommen' } },
  { name: 'home.cta', value: 'Buy now' },
  { name: 'legal', value: 'Legal notice', translations: { de: 'Impressum' } },
];

const FORMATS = ['json', 'json-nested', 'i18next', 'icu-json', 'arb', 'fluent', 'strings', 'android', 'po'];

interface GivenProject {
  id: string;
  api: Client;
  token: string;
}

async function givenProject(values: object = {}): Promise<GivenProject> {
  const { id, api } = await service.given.project({ keys: KEYS, ...values });
  const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body;
  return { id, api, token: deliveryToken.token };
}

const publish = async ({ id, api }: GivenProject, values: object = {}): Promise<Json> => {
  const answer = await api.post(`projects/${id}/releases`, { channel: 'production', ...values });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.release;
};

const load = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.url}/delivery/${path}`, init);

const loadJson = async (path: string): Promise<unknown> => {
  const answer = await load(path);
  expect(answer.status).toBe(200);
  return answer.json();
};

async function setText({ id, api }: GivenProject, name: string, language: string, text: string): Promise<void> {
  const { keys } = (await api.get(`projects/${id}/keys?name=${name}`)).body;
  const { status } = await api.put(`keys/${keys[0].id}`, { translations: { [language]: text } });
  expect(status).toBe(200);
}

/** Repeats a check that a change of a channel reaches. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + 120_000; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

describe('a release', () => {
  it('has the texts of its revision, also after the project has changed', async () => {
    const project = await givenProject();
    const release = await publish(project);
    expect(release).toMatchObject({
      ...{ projectId: project.id, revision: 3, channel: 'production', format: 'json', channels: ['production'] },
      ...{ languages: ['en', 'de'], fileCount: 2, person: null, apiKey: { name: expect.any(String) } },
    });
    await setText(project, 'legal', 'de', 'Rechtliches');
    expect(await loadJson(`${project.token}/production/de.json`)).toEqual({
      'home.title': 'Willkommen',
      legal: 'Impressum',
    });
    const past = await publish(project, { channel: 'past', revision: 1 });
    expect(past).toMatchObject({ revision: 1 });
    expect(await loadJson(`${project.token}/past/en.json`)).toEqual({ 'home.title': 'Welcome' });
  });

  it('has the bytes of an export of the same texts', async () => {
    const project = await givenProject();
    await setText(project, 'home.cta', 'de', 'Jetzt kaufen');
    for (const format of ['json-nested', 'android', 'po', 'strings', 'arb', 'fluent', 'icu-json', 'i18next']) {
      const { files } = await publish(project, { channel: format, format });
      const exported = await project.api.get(
        `projects/${project.id}/export?format=${format}&language=de&layout=canonical`,
      );
      const file = files.find(({ language }: Json) => language === 'de');
      const answer = await load(`${project.token}/${format}/${file.path}`);
      expect([format, Buffer.from(await answer.arrayBuffer())]).toEqual([format, exported.bytes]);
      expect(answer.headers.get('content-type')).toBe(exported.headers.get('content-type'));
    }
  });

  it('has a file for each namespace if that is asked for, and one for keys without a namespace', async () => {
    const project = await givenProject();
    const { files } = await publish(project, { perNamespace: true });
    expect(files.map(({ path }: Json) => path)).toEqual(['de.json', 'de/home.json', 'en.json', 'en/home.json']);
    expect(await loadJson(`${project.token}/production/en/home.json`)).toEqual({ title: 'Welcome', cta: 'Buy now' });
    expect(await loadJson(`${project.token}/production/en.json`)).toEqual({ legal: 'Legal notice' });
  });

  it('leaves out texts below its minimal state, and languages that it does not name', async () => {
    const project = await givenProject();
    await publish(project, { minState: 'reviewed', languages: ['de'] });
    expect(await loadJson(`${project.token}/production/de.json`)).toEqual({});
    expect((await load(`${project.token}/production/en.json`)).status).toBe(404);
  });

  it('names neither keys nor namespaces of which no text has its minimal state, in any format', async () => {
    const states = { en: 'draft', de: 'draft' };
    const project = await givenProject({
      keys: [
        { name: 'home.title', value: 'Welcome', translations: { de: 'Willkommen' }, states: { en: 'reviewed' } },
        { name: 'merger.title', value: 'We merge', translations: { de: 'Fusion' }, states },
        { name: 'merger.steps[0]', value: 'Merger begins' },
      ],
    });
    for (const format of FORMATS) {
      for (const perNamespace of [false, true]) {
        const channel = `${format}-${perNamespace}`;
        const { files } = await publish(project, {
          channel,
          format,
          perNamespace,
          minState: 'translated',
          languages: ['de'],
        });
        const extension = /\.\w+$/.exec(files[0].path)?.[0];
        const paths = ['manifest.json', ...files.map(({ path }: Json) => path)];
        const contents = await Promise.all(
          paths.map(async (path) => (await load(`${project.token}/${channel}/${path}`)).text()),
        );
        const hidden = await load(`${project.token}/${channel}/de/merger${extension}`);
        const unknown = await load(`${project.token}/${channel}/de/nothing${extension}`);
        expect(JSON.stringify([paths, contents])).not.toMatch(/merger/i);
        expect([hidden.status, unknown.status]).toEqual([404, 404]);
      }
    }
  });

  it('is refused by findings that it names, and by languages that the project does not have', async () => {
    const project = await givenProject({
      keys: [{ name: 'a', value: 'Hello {name}', translations: { de: 'Hallo' } }],
    });
    const refused = await project.api.post(`projects/${project.id}/releases`, {
      ...{ channel: 'production', failOn: ['placeholder_missing'] },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'checks_failed', errors: [{ key: 'a', language: 'de' }] },
    });
    const reviewedOnly = { failOn: ['placeholder_missing'], minState: 'reviewed' };
    expect(await publish(project, reviewedOnly)).toMatchObject({ minState: 'reviewed' });
    const unknown = await project.api.post(`projects/${project.id}/releases`, {
      ...{ channel: 'production', languages: ['fr'] },
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'unknown_language', errors: [{ pointer: '/languages' }] },
    });
    for (const values of [
      { channel: 'f' },
      { channel: 'A b' },
      { channel: 'a', failOn: ['tag_missing'], revision: 1 },
    ]) {
      const answer = await project.api.post(`projects/${project.id}/releases`, values);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  it('is made once for an Idempotency-Key', async () => {
    const project = await givenProject();
    const send = () =>
      project.api.send('POST', `projects/${project.id}/releases`, {
        headers: { 'idempotency-key': 'release-1', 'content-type': 'application/json' },
        body: JSON.stringify({ channel: 'production' }),
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect((await project.api.get(`projects/${project.id}/releases`)).body.releases).toHaveLength(1);
  });

  it('shares the bytes of equal files with other releases, and takes them along when it expires', async () => {
    const project = await givenProject();
    const { id: first } = await publish(project);
    await project.api.put(`projects/${project.id}/channels/kept`, { release: first });
    const released: string[] = [];
    for (let i = 0; i < 22; i++) {
      await setText(project, 'home.cta', 'en', `Buy ${i}`);
      released.push((await publish(project)).id);
    }
    const { releases } = (await project.api.get(`projects/${project.id}/releases?limit=100`)).body;
    expect(releases.map(({ id }: Json) => id)).toEqual([...released.slice(-20).reverse(), first]);
    expect((await project.api.get(`releases/${released[0]}`)).body.code).toBe('release_not_found');
    const rows: Json[] = await service.app
      .get(DataSource)
      .query(
        `SELECT format, count(*)::int AS count FROM release_contents WHERE project_id = $1 GROUP BY format ORDER BY 1`,
        [project.id],
      );
    // The German file is one; the English ones and the manifests differ.
    expect(rows).toEqual([
      { format: 'json', count: 22 },
      { format: 'manifest', count: 21 },
    ]);
  });
});

describe('a channel', () => {
  /** Lets days pass, and returns the releases that are kept. */
  async function expire({ id, api }: GivenProject, days: number): Promise<string[]> {
    await service.app
      .get(Database)
      .rows(`UPDATE releases SET left_at = left_at - $2 * interval '1 hour' WHERE project_id = $1`, [id, 24 * days]);
    for await (const rows of service.app.get(ReleaseExpiry).run()) expect(rows).toBeGreaterThanOrEqual(0);
    return (await api.get(`projects/${id}/releases`)).body.releases.map((release: Json) => release.id);
  }

  it('takes its releases along a week after its deletion, unless another one serves them or it is made again', async () => {
    const project = await givenProject();
    const [again, beta] = [await publish(project, { channel: 'again' }), await publish(project, { channel: 'beta' })];
    await project.api.put(`projects/${project.id}/channels/production`, { release: beta.id });
    await setText(project, 'legal', 'de', 'Rechtliches');
    await publish(project, { channel: 'beta' });
    const database = service.app.get(Database);
    for (const name of ['again', 'beta']) await project.api.delete(`projects/${project.id}/channels/${name}`);
    expect(await expire(project, 6.9)).toHaveLength(3);
    await project.api.put(`projects/${project.id}/channels/again`, { release: beta.id });
    expect(await expire(project, 0.2)).toEqual([beta.id, again.id]);
    const [contents] = await database.rows<Json>(
      `SELECT count(*)::int AS count FROM release_contents WHERE project_id = $1`,
      [project.id],
    );
    // Two files and two manifests: the removed release has taken its German file and its manifest along.
    expect(contents?.count).toBe(4);
    expect(await loadJson(`${project.token}/production/de.json`)).toHaveProperty('legal', 'Impressum');
  });

  it.each([
    [
      'is moved',
      (project: GivenProject, id: string) =>
        project.api.put(`projects/${project.id}/channels/production`, { release: id }),
    ],
    [
      'publishes',
      (project: GivenProject) => project.api.post(`projects/${project.id}/releases`, { channel: 'production' }),
    ],
    ['is deleted', (project: GivenProject) => project.api.delete(`projects/${project.id}/channels/production`)],
  ])(
    'that %s keeps the release that it leaves for a week, also if that one’s own channel was deleted long ago',
    async (_, leave) => {
      const project = await givenProject();
      const [left, next] = [
        await publish(project, { channel: 'staging' }),
        await publish(project, { channel: 'next' }),
      ];
      await project.api.put(`projects/${project.id}/channels/production`, { release: left.id });
      await project.api.delete(`projects/${project.id}/channels/staging`);
      expect(await expire(project, 10)).toContain(left.id);
      expect((await leave(project, next.id)).status).toBeLessThan(300);
      expect(await expire(project, 6.9)).toContain(left.id);
      expect(await expire(project, 0.2)).not.toContain(left.id);
    },
  );

  it.each<[string, (project: GivenProject, later: string) => Promise<unknown>]>([
    ['is moved', (project, release) => project.api.put(`projects/${project.id}/channels/production`, { release })],
    ['publishes', (project) => publish(project)],
    ['is deleted', (project) => project.api.delete(`projects/${project.id}/channels/production`)],
  ])(
    'that %s can go back for a week to the release of another channel that it leaves, however many that one publishes',
    async (_, leave) => {
      const project = await givenProject();
      const { id: left } = await publish(project, { channel: 'beta' });
      await project.api.put(`projects/${project.id}/channels/production`, { release: left });
      let later = '';
      for (let i = 0; i < 20; i++) ({ id: later } = await publish(project, { channel: 'beta' }));
      await leave(project, later);
      await publish(project, { channel: 'beta' });
      const back = { release: left };
      const moved = await project.api.put(`projects/${project.id}/channels/production`, back);
      expect(moved).toMatchObject({ status: 200, body: { channel: { release: { id: left } } } });
      await leave(project, later);
      const database = service.app.get(Database);
      await database.rows(`UPDATE left_releases SET left_at = left_at - interval '7 days' WHERE release_id = $1`, [
        left,
      ]);
      await publish(project, { channel: 'beta' });
      expect((await project.api.get(`releases/${left}`)).status).toBe(404);
    },
  );

  it('keeps the last 20 releases that it has served within a week, of other channels too', async () => {
    const project = await givenProject();
    const ids: string[] = [];
    for (let i = 0; i < 22; i++) ids.push((await publish(project, { channel: 'beta' })).id);
    for (const release of ids.slice(2))
      await project.api.put(`projects/${project.id}/channels/production`, { release });
    // The first two are removed already. Of the others, the channel serves one and has left 19.
    for (let i = 0; i < 21; i++) ids.push((await publish(project, { channel: 'beta' })).id);
    expect(await project.api.get(`releases/${ids[2]}`)).toMatchObject({ status: 200 });
    for (const release of ids.slice(-1))
      await project.api.put(`projects/${project.id}/channels/production`, { release });
    await publish(project, { channel: 'beta' });
    expect(await project.api.get(`releases/${ids[2]}`)).toMatchObject({ status: 404 });
    expect(await project.api.get(`releases/${ids[3]}`)).toMatchObject({ status: 200 });
  });

  it('goes back to an earlier release, and notifies webhooks of each move', async () => {
    const receiver = await Receiver.start();
    const project = await givenProject();
    const { webhook } = (
      await project.api.post(`projects/${project.id}/webhooks`, { url: receiver.url, events: ['release.published'] })
    ).body;
    const first = await publish(project);
    await setText(project, 'home.cta', 'de', 'Kaufen');
    const second = await publish(project);
    const path = `${project.token}/production/de.json`;
    expect(await loadJson(path)).toHaveProperty(['home.cta'], 'Kaufen');
    const moved = await project.api.put(`projects/${project.id}/channels/production`, { release: first.id });
    expect(moved).toMatchObject({ status: 200, body: { channel: { name: 'production', release: { id: first.id } } } });
    await eventually(async () => expect(await loadJson(path)).not.toHaveProperty(['home.cta']));
    const messages = await receiver.received(3);
    const events = messages.map((message) => Receiver.verify(message, webhook.secret));
    expect(events.map(({ type, data }) => [type, data.release])).toEqual(
      [first, second, first].map(({ id }) => ['release.published', id]),
    );
    await receiver.close();
  });

  it('is not found after its deletion, nor with a revoked token, nor in another project', async () => {
    const [project, other] = [await givenProject(), await givenProject()];
    const { files } = await publish(project);
    const address = `${project.token}/production/de.json`;
    const byHash = `${project.token}/f/${files[0].sha256}.json`;
    expect((await load(byHash)).status).toBe(200);
    expect((await load(`${other.token}/production/de.json`)).status).toBe(404);
    expect((await load(`${other.token}/f/${files[0].sha256}.json`)).status).toBe(404);
    await loadJson(address);
    expect((await project.api.delete(`projects/${project.id}/channels/production`)).body).toEqual({ deleted: true });
    await eventually(async () => expect((await load(address)).status).toBe(404));
    await publish(project);
    await eventually(async () => expect((await load(address)).status).toBe(200));
    const { deliveryTokens } = (await project.api.get(`projects/${project.id}/delivery-tokens`)).body;
    expect(deliveryTokens).toMatchObject([{ name: 'Web shop', token: project.token }]);
    await project.api.delete(`delivery-tokens/${deliveryTokens[0].id}`);
    for (const path of [address, byHash]) {
      await eventually(async () => expect((await load(path)).status).toBe(404));
    }
  });

  it('that follows the project publishes what changes, and stops when it is moved by hand', async () => {
    const project = await givenProject();
    const { id } = await publish(project);
    const followed = await project.api.put(`projects/${project.id}/channels/production`, { auto: true, interval: 10 });
    expect(followed.body.channel).toMatchObject({ auto: true, interval: 10 });
    await setText(project, 'home.cta', 'de', 'Kaufen');
    await eventually(async () => {
      expect(await loadJson(`${project.token}/production/de.json`)).toHaveProperty(['home.cta'], 'Kaufen');
    });
    const { releases } = (await project.api.get(`projects/${project.id}/releases`)).body;
    expect(releases).toMatchObject([{ person: null, apiKey: null, channels: ['production'] }, { id }]);
    const moved = await project.api.put(`projects/${project.id}/channels/production`, { release: id });
    expect(moved.body.channel).toMatchObject({ auto: false, interval: null, release: { id } });
  });

  it('goes on to follow the project after a publication, unless it is one of a revision that somebody names', async () => {
    const project = await givenProject();
    await publish(project);
    await project.api.put(`projects/${project.id}/channels/production`, { auto: true, interval: 86_400 });
    const channels = async () => (await project.api.get(`projects/${project.id}/channels`)).body.channels;
    await publish(project);
    expect(await channels()).toMatchObject([{ auto: true, interval: 86_400 }]);
    await publish(project, { revision: 1 });
    expect(await channels()).toMatchObject([{ auto: false, interval: null, release: { revision: 1 } }]);
    await publish(project);
    expect(await channels()).toMatchObject([{ auto: false, interval: null }]);
  });

  it('stays at the later revision when an earlier one ends its publication, and follows no project that it was taken from', async () => {
    const project = await givenProject();
    const early = await publish(project);
    await setText(project, 'legal', 'de', 'Rechtliches');
    const late = await publish(project);
    const end = (values: object): Promise<void> =>
      service.app.get(Database).transaction('BEGIN', (tx) =>
        service.app.get(ChannelMoves).toPublished(
          tx,
          { person: null, apiKeyId: null },
          {
            ...{ id: early.id, revision: String(early.revision), projectId: project.id, channel: 'production' },
            ...{ isNamed: false, lease: null, ...values },
          },
        ),
      );
    const served = async (): Promise<string> =>
      (await project.api.get(`projects/${project.id}/channels`)).body.channels[0].release.id;
    await end({});
    expect(await served()).toBe(late.id);
    await expect(end({ isNamed: true, lease: late.id })).rejects.toThrow(FollowEndedError);
    expect(await served()).toBe(late.id);
    await end({ isNamed: true });
    expect(await served()).toBe(early.id);
  });

  it('is refused without a release, with an unknown one, and with an interval that it does not need', async () => {
    const [project, other] = [await givenProject(), await givenProject()];
    const { id } = await publish(other);
    for (const [values, code] of [
      [{ auto: true }, 'required'],
      [{ release: id }, 'not_found'],
      [{ release: 'x' }, 'not_found'],
      [{ release: id, interval: 60 }, 'not_allowed'],
    ] as const) {
      const answer = await project.api.put(`projects/${project.id}/channels/production`, values);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ code }] } });
    }
    expect((await project.api.delete(`projects/${project.id}/channels/x`)).body.code).toBe('channel_not_found');
  });
});

describe('a delivered file', () => {
  it('has an address that is percent-encoded: a path that is not names no file', async () => {
    const project = await givenProject({ keys: [{ name: '100%.sale', value: 'Sale' }] });
    await publish(project, { perNamespace: true });
    const address = `${project.token}/production/en/100`;
    expect(await loadJson(`${address}%25.json`)).toEqual({ sale: 'Sale' });
    expect((await load(`${address}%.json`)).status).toBe(404);
  });

  it('is the same from the database and from memory, in each coding, with HEAD and as a 304', async () => {
    const keys = Array.from({ length: 100 }, (_, i) => ({ name: `key.${i}`, value: `A text of some length ${i}` }));
    const project = await givenProject({ keys });
    const { files } = await publish(project);
    const address = `/delivery/${project.token}/production/en.json`;
    for (const coding of ['identity', 'gzip', 'br']) {
      const answers = [];
      for (let i = 0; i < 2; i++) answers.push(await raw('GET', address, { 'accept-encoding': coding }));
      const [cold, hot] = answers.map(({ status, headers, bytes }) => ({
        status,
        headers: comparable(headers),
        bytes,
      }));
      expect(hot).toEqual(cold);
      const decode = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync }[coding]!;
      expect(decode(hot!.bytes)).toHaveLength(files.find(({ language }: Json) => language === 'en').bytes);
      expect(hot!.headers).toMatchObject({
        etag: expect.stringMatching(/^"[0-9a-f]{64}(-gzip|-br)?"$/),
        'cache-control': 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
        'access-control-allow-origin': '*',
        'content-language': 'en',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
      const head = await raw('HEAD', address, { 'accept-encoding': coding });
      expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
        200,
        0,
        hot!.headers['content-length'],
      ]);
      const known = { 'accept-encoding': coding, 'if-none-match': `W/${String(hot!.headers.etag)}, "x"` };
      const unchanged = await raw('GET', address, known);
      expect([unchanged.status, unchanged.bytes.length, unchanged.headers.etag]).toEqual([304, 0, hot!.headers.etag]);
    }
  });

  it.each(['pages/home', 'pages/shop/cart'])('has a namespace with slashes in its address (%s)', async (namespace) => {
    const project = await givenProject({ keys: [{ name: `${namespace}.title`, value: 'Welcome' }] });
    const { files } = await publish(project, { perNamespace: true });
    const listed = files.find(({ language }: Json) => language === 'en').path;
    expect(listed).toBe(`en/${namespace}.json`);
    for (const path of [listed, listed, `en/${encodeURIComponent(namespace)}.json`]) {
      expect(await loadJson(`${project.token}/production/${path}`)).toEqual({ title: 'Welcome' });
    }
    expect((await load(`${project.token}/production/en/${namespace}/more.json`)).status).toBe(404);
  });

  it('is named by a manifest that caches do not use before they have asked again', async () => {
    const project = await givenProject();
    await publish(project);
    for (let i = 0; i < 2; i++) {
      const { headers } = await load(`${project.token}/production/manifest.json`);
      expect(headers.get('cache-control')).toBe('public, max-age=60, stale-if-error=604800');
    }
  });

  it('is named by the manifest with its hash, which caches may keep for ever', async () => {
    const project = await givenProject();
    const release = await publish(project, { fallback: 'auto' });
    const manifestAddress = `${service.url}/delivery/${project.token}/production/manifest.json`;
    const manifest = (await (await fetch(manifestAddress)).json()) as Json;
    expect(manifest).toMatchObject({ release: release.id, revision: 3, format: 'json', createdAt: release.createdAt });
    for (const { files } of Object.values<Json>(manifest.languages)) {
      for (const { path, integrity, bytes } of files) {
        // `fetch` compares the bytes with their hash.
        const answer = await fetch(new URL(path, manifestAddress), { integrity });
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
      }
    }
    const { sha256 } = release.files[0];
    for (const path of [`f/${sha256}.xml`, `f/${sha256}`, `f/${sha256.toUpperCase()}.json`, 'f/x.json']) {
      expect([path, (await load(`${project.token}/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('is found by its hash and the extension of its format, also if a file of another format has the same bytes', async () => {
    const project = await givenProject();
    for (const format of ['strings', 'fluent']) {
      const { files } = await publish(project, { channel: format, format, minState: 'reviewed' });
      const { path, sha256 } = files.find(({ language }: Json) => language === 'de');
      expect(sha256).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
      const exported = await project.api.get(`projects/${project.id}/export?format=${format}&language=de`);
      const byHash = `f/${sha256}.${path.split('.').pop()}`;
      for (const address of [`${format}/${path}`, byHash, byHash]) {
        const { status, headers } = await load(`${project.token}/${address}`);
        const type = exported.headers.get('content-type');
        expect([address, status, headers.get('content-type')]).toEqual([address, 200, type]);
      }
    }
  });

  it('of a language that the release does not have is the file of the nearest one, if the release says so', async () => {
    const project = await givenProject();
    await publish(project, { fallback: 'auto' });
    for (const tag of ['de-AT', 'de-de', 'DE']) {
      const answer = await load(`${project.token}/production/${tag}.json`);
      expect([tag, answer.status, answer.headers.get('content-language')]).toEqual([tag, 200, 'de']);
    }
    expect((await load(`${project.token}/production/fr.json`)).status).toBe(404);
    await publish(project, { channel: 'exact' });
    expect((await load(`${project.token}/exact/de-AT.json`)).status).toBe(404);
  });

  it.each([
    'x/production/de.json',
    '{token}/other/de.json',
    '{token}/production/de.xml',
    '{token}/production/de/home.json',
    '{token}/production/%E0%A4%A.json',
    '{token}/production/de%00.json',
    '{token}%00/production/de.json',
    '{token}/production%00/de.json',
    '{token}%2Fproduction/other/de.json',
    '{token}%2Fproduction/f/de.json',
    '{token}/production%2Fother/de.json',
    '{token}//de.json',
    '{token}/production/',
    '{token}/production',
    '{token}',
  ])('is a 404 at %s', async (path) => {
    const project = await givenProject();
    await publish(project);
    // Requests that arrive together share a statement.
    const [answer, other] = await Promise.all([
      load(path.replace('{token}', project.token)),
      load(`${project.token}/production/de.json`),
    ]);
    expect([400, 404]).toContain(answer.status);
    expect(other.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('may be loaded with headers of their own by pages of any origin', async () => {
    const asked = { origin: 'https://shop.example.com', 'access-control-request-method': 'GET' };
    const headers = { ...asked, 'access-control-request-headers': 'if-none-match' };
    const answer = await load('x/production/de.json', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    });
  });

  it('is refused beyond the limit of a client network, from memory too, and not in other networks', async () => {
    const limited = await startApp({ deliveryRateLimit: 3 });
    try {
      const { id, api } = await limited.given.project({ keys: KEYS });
      await api.post(`projects/${id}/releases`, { channel: 'production' });
      const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'x' })).body;
      const url = `${limited.url}/delivery/${deliveryToken.token}/production/de.json`;
      const from = (address: string): Promise<Response> => fetch(url, { headers: { 'x-forwarded-for': address } });
      const statuses: number[] = [];
      for (const host of [1, 2, 3, 4]) statuses.push((await from(`2001:db8:0:1::${host}`)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const begin = performance.now();
      const refused = await from('2001:db8:0:1::5');
      // A client that sends request after request takes no time from others.
      expect(performance.now() - begin).toBeGreaterThan(190);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
      expect(await refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
      expect((await from('2001:db8:0:2::1')).status).toBe(200);
      // Some proxies write the port of the client.
      expect((await from('[2001:db8:0:1::6]:50123')).status).toBe(429);
      expect((await from('[2001:db8:0:3::1]:50123')).status).toBe(200);
      // The organization has its whole limit.
      expect((await api.get(`projects/${id}/releases`)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('is refused beyond the limit without a statement, whatever the address names', async () => {
    const limited = await startApp({ deliveryRateLimit: 2 });
    try {
      const query = jest.spyOn(limited.app.get(Database).pool, 'query');
      const statements = (): number =>
        query.mock.calls.filter((call) => JSON.stringify(call).includes('unknown-')).length;
      const statuses: number[] = [];
      for (const path of ['a/production/de.json', 'b/f/x.json', 'c/production/manifest.json', 'd', 'e/x/y/z/f']) {
        const init = { headers: { 'x-forwarded-for': '192.0.2.7' } };
        statuses.push((await fetch(`${limited.url}/delivery/unknown-${path}`, init)).status);
      }
      expect(statuses).toEqual([404, 404, 429, 429, 429]);
      expect(statements()).toBe(2);
    } finally {
      await limited.close();
    }
  });

  it('counts in the usage of its token', async () => {
    const project = await givenProject();
    await publish(project);
    const bytes = (await (await load(`${project.token}/production/de.json`)).arrayBuffer()).byteLength;
    for (let i = 0; i < 2; i++) await load(`${project.token}/production/de.json`);
    await service.app.get(DeliveryUsageLog).write();
    const { usage } = (await project.api.get(`projects/${project.id}/delivery-usage`)).body;
    expect(usage).toMatchObject([{ requests: 3, bytes: 3 * bytes }]);
  });
});

/** Sends a request without decompression of its answer. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers: headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

/** The headers without those that name the request or the moment. */
function comparable({
  date: _,
  'x-request-id': __,
  ...headers
}: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  return headers;
}
