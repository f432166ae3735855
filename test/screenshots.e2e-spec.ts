import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Database } from '../src/database/database';
import { ScreenshotExpiry } from '../src/screenshots/screenshot-expiry';
import type { ApiResponse, Json } from './support/client';
import { blocksOf, readPage } from './support/documented-code';
import { GivenPeople } from './support/people';
import { png, sendPicture, TINY_PNG } from './support/pictures';
import { type RunningApp, startApp } from './support/start-app';

const MAX_PIXELS = 1_000_000;

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp({ historyDays: 30, maxPicturePixels: MAX_PIXELS });
  people = new GivenPeople(running);
});
afterAll(() => running.close());

const KEYS = ['a', 'b'].map((name) => ({ name, value: name }));

async function given() {
  const owner = await people.owner();
  const { organization } = owner;
  const project = await running.given.project({ organization, keys: KEYS });
  const [key = '', second = ''] = project.keyIds;
  return { owner, organization, project, key, second, api: project.api };
}
type Given = Awaited<ReturnType<typeof given>>;

/** A picture of 80 × 40 pixels that differs from others by its colour. */
let colour = 0;
const picture = (width = 80, height = 40): Buffer => {
  colour += 1;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, colour)]);
  return png({ width, height, pixels: Buffer.concat(Array.from({ length: height }, () => row)) });
};

async function add({ api, project }: Given, file: Buffer, keys?: object[], name?: string): Promise<Json> {
  const { status, body } = await sendPicture(api, project.id, { file, keys, name });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.screenshot;
}

const regionOf = (keyId: string, x = 1): Json => ({ keyId, x, y: 2, width: 10, height: 8 });
const imageOf = (api: Given['api'], id: string, headers?: Record<string, string>): Promise<ApiResponse> =>
  api.get(`screenshots/${id}/image`, { headers });
const list = async ({ api, project }: Given, query = ''): Promise<Json[]> => {
  const { status, body } = await api.get(`projects/${project.id}/screenshots${query}`);
  expect(status).toBe(200);
  return body.screenshots;
};

describe('a screenshot', () => {
  it('is added with regions, and answers its size, the hash of the file and its regions', async () => {
    const place = await given();
    const file = picture();
    const screenshot = await add(place, file, [regionOf(place.key.toUpperCase()), regionOf(place.second, 5)]);
    expect(screenshot).toEqual({
      ...{ id: screenshot.id, projectId: place.project.id, name: 'home.png', format: 'png', width: 80, height: 40 },
      sha256: createHash('sha256').update(file).digest('hex'),
      bytes: (await imageOf(place.api, screenshot.id)).bytes.length,
      createdAt: screenshot.createdAt,
      keys: [regionOf(place.key), regionOf(place.second, 5)],
    });
    expect((await place.api.get(`screenshots/${screenshot.id}`)).body).toEqual({ screenshot });
    expect(await list(place)).toEqual([screenshot]);
  });

  it('is kept once for a file: the keys that are sent again get other regions, and other keys keep theirs', async () => {
    const place = await given();
    const file = picture();
    const first = await add(place, file, [regionOf(place.key), regionOf(place.second)]);
    const again = await add(place, file, [regionOf(place.key, 20), regionOf(place.key, 40)], 'other.png');
    expect(again).toEqual({
      ...first,
      keys: [regionOf(place.second), regionOf(place.key, 20), regionOf(place.key, 40)],
    });
    expect(await list(place)).toEqual([again]);
  });

  it('of the same file in another project is another one', async () => {
    const [one, other] = [await given(), await given()];
    const file = picture();
    const screenshots = [await add(one, file), await add(other, file)];
    expect(new Set(screenshots.map(({ id }) => id)).size).toBe(2);
    const sibling = await running.given.project({ organization: one.organization });
    expect((await sendPicture(sibling.api, sibling.id, { file })).body.screenshot.id).not.toBe(screenshots[0].id);
  });

  it('is kept once when its file is sent many times at once', async () => {
    const place = await given();
    const file = picture();
    const sent = await Promise.all(Array.from({ length: 5 }, () => add(place, file, [regionOf(place.key)])));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await list(place)).toEqual([expect.objectContaining({ keys: [regionOf(place.key)] })]);
  });

  it('is added once with an Idempotency-Key', async () => {
    const place = await given();
    const file = picture();
    const headers = { 'Idempotency-Key': `"${place.key}"` };
    const send = (keys: object[]) => sendPicture(place.api, place.project.id, { file, keys, headers });
    const first = await send([regionOf(place.key)]);
    const again = await send([regionOf(place.key)]);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect((await send([])).body.code).toBe('idempotency_key_reused');
  });

  it('gets other regions, and is deleted', async () => {
    const place = await given();
    const { id } = await add(place, picture(), [regionOf(place.key)]);
    const changed = await place.api.patch(`screenshots/${id}`, { keys: [regionOf(place.second)] });
    expect([changed.status, changed.body.screenshot.keys]).toEqual([200, [regionOf(place.second)]]);
    expect((await place.api.patch(`screenshots/${id}`, { keys: [] })).body.screenshot.keys).toEqual([]);
    expect((await place.api.delete(`screenshots/${id}`)).body).toEqual({ deleted: true });
    for (const gone of [await place.api.get(`screenshots/${id}`), await imageOf(place.api, id)]) {
      expect([gone.status, gone.body.code]).toEqual([404, 'screenshot_not_found']);
    }
  });

  it('is neither seen nor changed out of reach, and a viewer only sees it', async () => {
    const [place, foreign] = [await given(), await given()];
    const { id } = await add(place, picture());
    const viewer = await people.member(place.owner, 'viewer');
    expect((await viewer.get(`screenshots/${id}/image`)).status).toBe(200);
    expect((await viewer.patch(`screenshots/${id}`, { keys: [] })).body.code).toBe('missing_scope');
    for (const refused of [
      await foreign.api.get(`screenshots/${id}`),
      await imageOf(foreign.api, id),
      await foreign.api.patch(`screenshots/${id}`, { keys: [] }),
      await foreign.api.delete(`screenshots/${id}`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, 'screenshot_not_found']);
    }
    const sent = await sendPicture(foreign.api, place.project.id, { file: TINY_PNG });
    expect(sent.body.code).toBe('project_not_found');
  });
});

describe('the screenshots of a project', () => {
  it('are listed with the newest first, in pages, and for a key', async () => {
    const place = await given();
    const [one, two, three] = [
      await add(place, picture(), [regionOf(place.key)]),
      await add(place, picture(), [regionOf(place.second)]),
      await add(place, picture(), [regionOf(place.key), regionOf(place.key, 20)]),
    ];
    expect(await list(place)).toEqual([three, two, one]);
    expect(await list(place, `?keyId=${place.key}`)).toEqual([three, one]);
    const path = `projects/${place.project.id}/screenshots?limit=2`;
    const { screenshots, nextCursor } = (await place.api.get(path)).body;
    const next = (await place.api.get(`${path}&cursor=${nextCursor}`)).body;
    expect([screenshots, next]).toEqual([[three, two], { screenshots: [one], nextCursor: null }]);
  });

  it('are at most 1,000, and 1 GiB together', async () => {
    const { api, project } = await given();
    const database = running.app.get(Database);
    await database.rows(
      `INSERT INTO screenshots (id, project_id, sha256, format, width, height, bytes, content)
       SELECT gen_random_uuid(), $1, g::text, 'png', 1, 1, 1, '' FROM generate_series(1, 999) g`,
      [project.id],
    );
    const files = Array.from({ length: 3 }, () => picture());
    const sent = await Promise.all(files.map((file) => sendPicture(api, project.id, { file })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    await database.rows('DELETE FROM screenshots WHERE project_id = $1 AND width = 1 AND sha256 <> $2', [
      project.id,
      '1',
    ]);
    await database.rows('UPDATE screenshots SET bytes = $2 WHERE project_id = $1 AND sha256 = $3', [
      ...[project.id, 1_073_741_800, '1'],
    ]);
    const { status, body } = await sendPicture(api, project.id, { file: picture() });
    expect([status, body.code, body.detail]).toEqual([
      400,
      'limit_exceeded',
      expect.stringContaining('1073741824 bytes'),
    ]);
  });

  it('go with the project', async () => {
    const place = await given();
    await add(place, picture(), [regionOf(place.key)]);
    expect((await place.api.delete(`projects/${place.project.id}`)).status).toBe(200);
    const left = await running.app
      .get(Database)
      .rows('SELECT FROM screenshots WHERE project_id = $1', [place.project.id]);
    expect(left).toEqual([]);
  });
});

describe('the picture of a screenshot', () => {
  it('is kept by the cache of the client, runs nothing and has no other type', async () => {
    const place = await given();
    const { id, sha256 } = await add(place, picture());
    const { status, headers } = await imageOf(place.api, id);
    expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([200, 'image/png', `"${sha256}"`]);
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe(`default-src 'none'; frame-ancestors 'none'; sandbox`);
    expect((await imageOf(place.api, id, { 'If-None-Match': `"${sha256}"` })).status).toBe(304);
    const head = await place.api.send('HEAD', `screenshots/${id}/image`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, headers.get('content-length')]);
    const person = await place.owner.get(`screenshots/${id}/image`);
    expect(person.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(person.headers.get('vary')).toContain('Cookie');
  });

  it('is the same when it is read in several parts', async () => {
    const place = await given();
    const pixels = randomBytes(900 * 1_100 * 3);
    const file = await sharp(pixels, { raw: { width: 900, height: 1_100, channels: 3 } })
      .png()
      .toBuffer();
    expect(file.length).toBeGreaterThan(2 * 1_048_576);
    const { id } = await add(place, file);
    const { bytes } = await imageOf(place.api, id);
    expect(
      createHash('sha256')
        .update(await rawOf(bytes))
        .digest('hex'),
    ).toBe(createHash('sha256').update(pixels).digest('hex'));
  });
});

const rawOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

describe('regions', () => {
  it.each<[string, (key: string) => unknown, string, string]>([
    ['no JSON', () => '{', 'invalid_format', 'must be JSON'],
    ['no list', () => ({}), 'wrong_type', 'must be a list'],
    ['no object', () => [1], 'wrong_type', '/0: must be an object'],
    ['no key', () => [{ x: 1, y: 2, width: 1, height: 1 }], 'required', '/0/keyId: is required'],
    ['no id', () => [regionOf('home')], 'invalid_format', '/0/keyId: must be a UUID'],
    [
      'a key of no project',
      () => [regionOf('00000000-0000-7000-8000-000000000000')],
      'not_found',
      '/0/keyId: is no key of the project',
    ],
    ['a fraction', (key) => [{ ...regionOf(key), x: 1.5 }], 'wrong_type', '/0/x: must be a whole number'],
    ['a negative place', (key) => [{ ...regionOf(key), y: -1 }], 'too_small', '/0/y: at least 0'],
    ['no width', (key) => [{ ...regionOf(key), width: 0 }], 'too_small', '/0/width: at least 1'],
    [
      'an end outside',
      (key) => [regionOf(key), regionOf(key, 71)],
      'too_large',
      '/1/width: ends outside: the picture is 80 pixels wide',
    ],
    ['an unknown field', (key) => [{ ...regionOf(key), z: 1 }], 'unknown_field', '/0/z: is not known'],
    [
      'more than 500',
      (key) => Array.from({ length: 501 }, () => regionOf(key)),
      'too_many',
      'a screenshot has at most 500 regions',
    ],
  ])('are refused with %s', async (_, keys, code, detail) => {
    const { api, project, key } = await given();
    const { status, body } = await sendPicture(api, project.id, { file: picture(), keys: keys(key) });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ parameter: 'keys', code, detail }],
    });
  });

  it('are refused in a body with a pointer to each error', async () => {
    const place = await given();
    const { id } = await add(place, picture());
    const foreign = await given();
    const keys = [regionOf(place.key), { ...regionOf(place.key), height: 39 }, { ...regionOf(foreign.key), x: 'a' }];
    const send = (json: object) => place.api.patch(`screenshots/${id}`, json);
    expect((await send({ keys })).body.errors).toMatchObject([{ pointer: '/keys/2/x', code: 'wrong_type' }]);
    expect((await send({ keys: keys.slice(0, 2) })).body.errors).toMatchObject([{ pointer: '/keys/1/height' }]);
    expect((await send({ keys: [regionOf(foreign.key)] })).body.errors).toMatchObject([{ pointer: '/keys/0/keyId' }]);
    expect((await send({})).body.errors).toMatchObject([{ pointer: '/keys', code: 'required' }]);
    expect((await send({ keys: null })).body.errors).toMatchObject([{ pointer: '/keys', code: 'wrong_type' }]);
    expect((await place.api.get(`screenshots/${id}`)).body.screenshot.keys).toEqual([]);
  });

  it('are at most 500 together', async () => {
    const place = await given();
    const file = picture();
    await add(
      place,
      file,
      Array.from({ length: 500 }, () => regionOf(place.key)),
    );
    const { status, body } = await sendPicture(place.api, place.project.id, { file, keys: [regionOf(place.second)] });
    expect([status, body.errors[0].code]).toEqual([400, 'too_many']);
  });

  it('of a deleted key are hidden, are there again after the deletion is undone, and go with the history', async () => {
    const place = await given();
    const { api, project, key, second } = place;
    const { id } = await add(place, picture(), [regionOf(key), regionOf(second)]);
    const regions = async () => (await api.get(`screenshots/${id}`)).body.screenshot.keys;
    const revision = (await api.delete(`keys/${key}`)).headers.get('x-glossa-revision');
    expect(await regions()).toEqual([regionOf(second)]);
    expect((await api.patch(`screenshots/${id}`, { keys: [regionOf(key)] })).status).toBe(400);
    // Who replaces the regions that there are does not know of the hidden one.
    expect((await api.patch(`screenshots/${id}`, { keys: [regionOf(second, 30)] })).status).toBe(200);
    await expire();
    expect((await api.post(`projects/${project.id}/changes/${revision}/undo`)).status).toBe(200);
    expect(await regions()).toEqual([regionOf(key), regionOf(second, 30)]);

    await api.delete(`keys/${key}`);
    const database = running.app.get(Database);
    await database.rows('DELETE FROM keys_history WHERE id = $1', [key]);
    await expire();
    const left = await database.rows('SELECT key_id FROM screenshot_regions WHERE screenshot_id = $1', [id]);
    expect(left).toEqual([{ key_id: second }]);
  });

  it('of deleted keys never make a screenshot have more than 500', async () => {
    const place = await given();
    const { api, key, second } = place;
    const { id } = await add(
      place,
      picture(),
      Array.from({ length: 400 }, () => regionOf(key)),
    );
    await api.delete(`keys/${key}`);
    const keys = Array.from({ length: 300 }, (_, index) => regionOf(second, index % 60));
    expect((await api.patch(`screenshots/${id}`, { keys })).body.screenshot.keys).toEqual(keys);
    const [{ count } = { count: 0 }] = await running.app
      .get(Database)
      .rows<{ count: number }>('SELECT count(*)::int AS count FROM screenshot_regions WHERE screenshot_id = $1', [id]);
    expect(count).toBe(500);
  });

  async function expire(): Promise<void> {
    for await (const removed of running.app.get(ScreenshotExpiry).run()) expect(removed).toBeLessThan(2);
  }
});

describe('a request without a form', () => {
  it.each([
    ['JSON', '{}', 'application/json', 'unsupported_media_type'],
    ['the picture itself', new Uint8Array(TINY_PNG), 'image/png', 'unsupported_media_type'],
    ['a broken form', 'x', 'multipart/form-data; boundary=a', 'malformed_request'],
    ['a form without a boundary', 'x', 'multipart/form-data', 'malformed_request'],
  ])('is refused: %s', async (_, body, contentType, code) => {
    const { api, project } = await given();
    const answer = await api.send('POST', `projects/${project.id}/screenshots`, {
      body: body as string,
      headers: { 'content-type': contentType },
    });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it('is refused without a file, with an unknown field, and with more than 10 MiB', async () => {
    const { api, project } = await given();
    const send = (form: FormData) => api.send('POST', `projects/${project.id}/screenshots`, { body: form });
    const empty = new FormData();
    empty.append('keys', '[]');
    expect((await send(empty)).body.errors).toMatchObject([{ parameter: 'file', code: 'required' }]);
    const unknown = new FormData();
    unknown.append('key', '[]');
    unknown.append('file', new Blob([new Uint8Array(TINY_PNG)]), 'a.png');
    expect((await send(unknown)).body.errors).toMatchObject([{ parameter: 'key', code: 'unknown_field' }]);
    const large = await sendPicture(api, project.id, { file: Buffer.alloc(10 * 1_048_576 + 1) });
    expect([large.status, large.body.code]).toEqual([400, 'body_too_large']);
  });
});

it('docs/screenshots.md: the command adds a screenshot', async () => {
  const place = await given();
  const [command = ''] = blocksOf(readPage('docs/screenshots.md'), 'sh');
  const folder = await mkdtemp(join(tmpdir(), 'glossa-screenshots-'));
  try {
    await writeFile(join(folder, 'home.png'), picture(300, 100));
    const env = {
      KEY: place.organization.secret,
      GLOSSA: `${running.url}/api/v1`,
      ID: place.project.id,
      KEY_ID: place.key,
    };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    expect(await list(place)).toMatchObject([{ name: 'home.png', keys: [{ keyId: place.key, x: 24, y: 16 }] }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
