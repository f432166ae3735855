import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { ReleaseContents } from '../src/releases/packing/release-contents';
import { ReleasePacking } from '../src/releases/packing/release-packing';
import type { Client, Json } from './support/client';
import { runToEnd } from './support/jobs';
import { type RunningApp, startApp } from './support/start-app';

/** Texts of each language, and releases: one of a hundred texts differs from one release to the next. */
const [TEXTS, RELEASES] = [2_000, 20];
const LANGUAGES = ['en', 'de', 'fr'];

let service: RunningApp;
let sql: DataSource;

beforeAll(async () => {
  service = await startApp();
  sql = service.app.get(DataSource);
});
afterAll(() => service.close());

interface GivenProject {
  id: string;
  languages: readonly string[];
  api: Client;
  token: string;
}

async function givenProject(languages: readonly string[]): Promise<GivenProject> {
  const { id, api } = await service.given.project({ targetLanguages: languages.slice(1), keys: [] });
  const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body;
  return { id, languages, api, token: deliveryToken.token };
}

const WORDS = [
  'account',
  'basket',
  'deliver',
  'invoice',
  'language',
  'message',
  'offer',
  'password',
  'refund',
  'window',
];

/** A text as people write it, which compresses as such texts do. */
function textOf(key: number, version: number, language: string): string {
  const digest = createHash('sha256').update(`${key} ${version} ${language}`).digest();
  return Array.from({ length: 6 }, (_, i) => WORDS[(digest[i] ?? 0) % 10] + (digest[i + 6] ?? 0).toString(36)).join(
    ' ',
  );
}

/** Writes the texts that differ in a version: all in the first one. */
async function writeTexts({ id, languages, api }: GivenProject, version: number, texts: number): Promise<void> {
  const all = Array.from({ length: texts }, (_, key) => key);
  const changed = version === 0 ? all : all.filter((key) => key % 100 === version % 100);
  for (const language of languages) {
    const file = Object.fromEntries(changed.map((key) => [`page.section.key${key}`, textOf(key, version, language)]));
    const body = JSON.stringify(file);
    const { status } = await api.send('POST', `projects/${id}/import?format=json&language=${language}`, { body });
    expect(status).toBe(200);
  }
}

const publish = async ({ id, api }: GivenProject, values: object = {}): Promise<Json> => {
  const answer = await api.post(`projects/${id}/releases`, { channel: 'production', ...values });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.release;
};

/** Makes releases older, so that the last one has replaced the others long ago. */
const age = ({ id }: GivenProject): Promise<unknown> =>
  sql.query(`UPDATE releases SET created_at = created_at - interval '1 hour' WHERE project_id = $1`, [id]);

const move = async ({ id, api }: GivenProject, channel: string, { id: release }: Json): Promise<void> => {
  expect(await api.put(`projects/${id}/channels/${channel}`, { release })).toMatchObject({ status: 200 });
};

const pack = (): Promise<void> => runToEnd(service.app.get(ReleasePacking));

interface StoredContent {
  sha256: string;
  base: string | null;
  bytes: number;
}

const storedContents = ({ id }: GivenProject): Promise<StoredContent[]> =>
  sql.query(
    `SELECT sha256, base_sha256 AS base, octet_length(coalesce(plain, delta, br)) + coalesce(octet_length(gzip), 0) AS bytes
     FROM release_contents WHERE project_id = $1`,
    [id],
  );

const storedBytes = async (project: GivenProject): Promise<number> =>
  (await storedContents(project)).reduce((sum, { bytes }) => sum + bytes, 0);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads all files of a release past the memory of the service. */
async function assertStored({ id }: GivenProject, release: Json): Promise<void> {
  for (const { sha256 } of release.files) {
    const content = await service.app.get(ReleaseContents).read(id, sha256, 'identity');
    expect(content && sha256Of(content)).toBe(sha256);
  }
}

/** Returns the number of files of a release that are stored as deltas. */
async function countPacked(project: GivenProject, release: Json): Promise<number> {
  const packed = new Set((await storedContents(project)).flatMap(({ sha256, base }) => (base === null ? [] : sha256)));
  return release.files.filter(({ sha256 }: Json) => packed.has(sha256)).length;
}

/** Publishes releases with one file each, in which a few texts differ. */
async function givenReleases(count: number): Promise<{ project: GivenProject; releases: Json[] }> {
  const project = await givenProject(['en']);
  const releases: Json[] = [];
  for (let version = 0; version < count; version++) {
    await writeTexts(project, version, 200);
    releases.push(await publish(project));
  }
  await age(project);
  return { project, releases };
}

/** Loads all files of a release by their hashes, and compares these. */
async function assertFiles({ token }: GivenProject, release: Json): Promise<void> {
  for (const { sha256 } of release.files) {
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const answer = await fetch(`${service.url}/delivery/${token}/f/${sha256}.json`, { headers });
      expect(answer.status).toBe(200);
      // `fetch` decompresses.
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(coding);
      expect(sha256Of(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256);
    }
  }
}

describe(`${RELEASES} releases of which 1 % differs`, () => {
  let project: GivenProject;
  const releases: Json[] = [];
  let [first, whole] = [0, 0];
  beforeAll(async () => {
    project = await givenProject(LANGUAGES);
    for (let version = 0; version < RELEASES; version++) {
      await writeTexts(project, version, TEXTS);
      releases.push(await publish(project));
      if (version === 0) first = await storedBytes(project);
    }
    whole = await storedBytes(project);
    await age(project);
    await pack();
  });

  it('take at most 1.3 of the bytes of one', async () => {
    expect(whole).toBeGreaterThan(first * 0.9 * RELEASES);
    expect((await storedBytes(project)) / first).toBeLessThanOrEqual(1.3);
  });

  it('have the files that they had, by hash, in a channel and in the list of a release', async () => {
    for (const release of releases) {
      const { files } = (await project.api.get(`releases/${release.id}`)).body.release;
      expect(files).toEqual(release.files);
      await assertFiles(project, release);
    }
    const [oldest = {}] = releases;
    await move(project, 'old', oldest);
    for (const { path, sha256 } of oldest.files) {
      const answer = await fetch(`${service.url}/delivery/${project.token}/old/${path}`);
      expect([answer.status, sha256Of(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, sha256]);
    }
  });
});

describe('old releases', () => {
  it('are removed with what only they need, when later ones have replaced them', async () => {
    // As many as are kept.
    const { project, releases } = await givenReleases(20);
    const [first = {}] = releases;
    await move(project, 'old', first);
    await pack();
    for (const version of [20, 21]) {
      await writeTexts(project, version, 200);
      releases.push(await publish(project));
    }
    await age(project);
    await pack();
    // The channel `old` serves the first release, and the second one has expired.
    const kept = [first, ...releases.slice(2)];
    expect(await countPacked(project, first)).toBe(0);
    for (const release of kept) await assertStored(project, release);
    const wanted = new Set(kept.flatMap(({ files }) => files.map(({ sha256 }: Json) => sha256 as string)));
    const contents = await sql.query(
      `SELECT sha256 FROM release_contents WHERE project_id = $1 AND format <> 'manifest'`,
      [project.id],
    );
    expect(new Set(contents.map(({ sha256 }: StoredContent) => sha256))).toEqual(wanted);
  });
});

describe('a channel that publishes every 10 s', () => {
  it('keeps whole what was replaced in the last two minutes, and of the kept releases no more', async () => {
    const { project, releases } = await givenReleases(26);
    const kept = releases.slice(-20);
    // The last one was made just now, and each of the others 10 s before the next one.
    await sql.query(
      `UPDATE releases r SET created_at = now() - n.place * interval '10 seconds'
       FROM (SELECT id, row_number() OVER (ORDER BY id DESC) - 1 AS place FROM releases WHERE project_id = $1) n
       WHERE r.id = n.id`,
      [project.id],
    );
    await pack();
    const packed = await Promise.all(kept.map((release) => countPacked(project, release)));
    const [whole, old] = [packed.slice(-13), packed.slice(0, -13)];
    expect([old, whole]).toEqual([old.fill(1), whole.fill(0)]);
    await age(project);
    await pack();
    const hashes = new Set(kept.flatMap(({ files }) => files.map(({ sha256 }: Json) => sha256 as string)));
    const contents = (await storedContents(project)).filter(({ sha256 }) => hashes.has(sha256));
    const bytes = contents.map((content) => content.bytes).toSorted((one, other) => other - one);
    expect(bytes.reduce((sum, each) => sum + each, 0) / (bytes[0] ?? NaN)).toBeLessThanOrEqual(1.3);
    for (const release of kept) await assertStored(project, release);
  });
});

describe('the contents of a release', () => {
  it('stay whole while a channel serves them, and some time after that', async () => {
    const project = await givenProject(['en']);
    const releases: Json[] = [];
    for (const version of [0, 1, 2]) {
      await writeTexts(project, version, 200);
      releases.push(await publish(project));
    }
    await pack();
    for (const release of releases) expect(await countPacked(project, release)).toBe(0);
    const [first = {}, second = {}, third = {}] = releases;
    await move(project, 'beta', first);
    await age(project);
    await pack();
    expect(await countPacked(project, first)).toBe(0);
    expect(await countPacked(project, second)).toBe(1);
    expect(await countPacked(project, third)).toBe(0);
  });

  it('are made whole when a channel goes back, and deltas again when it goes on', async () => {
    const { project, releases } = await givenReleases(4);
    const [first = {}, second = {}] = releases;
    await pack();
    expect(await countPacked(project, second)).toBe(1);
    await move(project, 'production', second);
    await assertFiles(project, second);
    await pack();
    expect(await countPacked(project, second)).toBe(0);
    expect(await countPacked(project, first)).toBe(1);
    await move(project, 'production', releases[3] ?? {});
    await pack();
    expect(await countPacked(project, second)).toBe(1);
    for (const release of releases) await assertStored(project, release);
  });

  it('are made whole when they are published again', async () => {
    const { project, releases } = await givenReleases(3);
    const [first = {}] = releases;
    await pack();
    expect(await countPacked(project, first)).toBe(1);
    const again = await publish(project, { channel: 'again', revision: first.revision });
    expect(again.files).toEqual(first.files);
    expect(await countPacked(project, first)).toBe(0);
    await pack();
    expect(await countPacked(project, first)).toBe(0);
    await assertFiles(project, again);
  });

  it('keep the contents on which they depend', async () => {
    const { project } = await givenReleases(2);
    await pack();
    const packed = (await storedContents(project)).find(({ base }) => base !== null);
    const removal = sql.query('DELETE FROM release_contents WHERE project_id = $1 AND sha256 = $2', [
      project.id,
      packed?.base,
    ]);
    await expect(removal).rejects.toThrow(/foreign key/);
    expect(await project.api.delete(`projects/${project.id}`)).toMatchObject({ status: 200 });
    expect(await storedContents(project)).toEqual([]);
  });

  it('that are damaged are a 500, and no other bytes', async () => {
    const { project, releases } = await givenReleases(4);
    await pack();
    const [first = {}, second = {}, third = {}] = releases;
    const hashOf = (release: Json): string => release.files[0].sha256;
    const place = [project.id, hashOf(second)];
    const [{ delta }] = await sql.query(
      'SELECT delta FROM release_contents WHERE project_id = $1 AND sha256 = $2',
      place,
    );
    const damaged = brotliDecompressSync(delta);
    // The last byte of a text.
    damaged[damaged.length - 1] = 120;
    const values = [...place, brotliCompressSync(damaged)];
    await sql.query('UPDATE release_contents SET delta = $3 WHERE project_id = $1 AND sha256 = $2', values);
    for (const release of [first, second]) {
      const answer = await fetch(`${service.url}/delivery/${project.token}/f/${hashOf(release)}.json`);
      expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal_error' })]);
    }
    await assertFiles(project, third);
    // A release that cannot be read keeps no other from its turn.
    const other = await givenReleases(2);
    await move(project, 'production', second);
    await pack();
    expect(await countPacked(other.project, other.releases[0] ?? {})).toBe(1);
  });

  it('are refused when many of the project wait to be read, and are read later', async () => {
    const { project, releases } = await givenReleases(2);
    await pack();
    const [first = {}] = releases;
    const contents = service.app.get(ReleaseContents);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const reads = Array.from({ length: 51 }, () => contents.alone(project.id, () => ended));
    const url = `${service.url}/delivery/${project.token}/f/${first.files[0].sha256}.json`;
    const refused = await fetch(url);
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'busy' })]);
    expect(refused.headers.get('retry-after')).toBe('2');
    end();
    await Promise.all(reads);
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('packing', () => {
  it('can end after each step, and the next run goes on', async () => {
    const { project, releases } = await givenReleases(6);
    for (let steps = 1; ; steps++) {
      const run = service.app.get(ReleasePacking).run();
      let isDone = false;
      for (let step = 0; step < 2 && !isDone; step++) isDone = (await run.next()).done === true;
      await run.return(undefined);
      for (const release of releases) await assertStored(project, release);
      if (isDone) break;
      expect(steps).toBeLessThan(50);
    }
    for (const release of releases.slice(0, -1)) expect(await countPacked(project, release)).toBe(1);
  });

  it('and publications, moves and another run at the same time leave every release whole', async () => {
    const { project, releases } = await givenReleases(4);
    const work = async (): Promise<void> => {
      for (let version = 4; version < 12; version++) {
        await writeTexts(project, version, 200);
        releases.push(await publish(project));
        await age(project);
        const past = releases[version % 3] ?? {};
        releases.push(await publish(project, { channel: 'past', revision: past.revision }));
        await move(project, 'beta', releases[version - 3] ?? {});
      }
    };
    let isWorking = true;
    const packing = async (): Promise<void> => {
      while (isWorking) {
        await pack();
        // The embedded database leaves no turn of the event loop to requests by itself.
        await nextTurn();
      }
    };
    await Promise.all([work().finally(() => (isWorking = false)), packing(), packing()]);
    for (const release of releases) await assertStored(project, release);
    await pack();
    const served = await sql.query(
      `SELECT c.name FROM channels c JOIN release_files f ON f.release_id = c.release_id
       JOIN release_contents o ON o.project_id = f.project_id AND o.sha256 = f.sha256
       WHERE c.project_id = $1 AND o.base_sha256 IS NOT NULL`,
      [project.id],
    );
    expect(served).toEqual([]);
    for (const release of releases) await assertStored(project, release);
  });
});
