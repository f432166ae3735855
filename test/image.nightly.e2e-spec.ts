import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from './support/client';
import { sendPicture, TINY_PNG } from './support/pictures';
import { ServiceProcess, withPlace } from './support/service-process';

const run = promisify(execFile);
const root = join(__dirname, '..');
const SECRET = 'operator-secret-of-the-image-tests-0001';
const MAX_MEGABYTES = 112;

/** The folders of the packages that `npm ci --omit=dev` installs on this platform. */
function productionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  return (
    Object.entries(lock.packages)
      // The workspaces are links, and all their packages are for development.
      .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
      .map(([path]) => path)
      // Native code of other platforms is not installed.
      .filter((path) => existsSync(join(root, path)))
  );
}

const megabytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0) / 1_048_576;

describe('the files of the container image', () => {
  let image: string;
  beforeAll(async () => {
    image = await mkdtemp(join(tmpdir(), 'glossa-image-'));
    for (const path of productionPackages()) {
      const own = join(root, path);
      // Packages inside of this one are in the list too, if they are not for development.
      const filter = (source: string) => !source.startsWith(join(own, 'node_modules'));
      cpSync(own, join(image, path), { recursive: true, filter });
    }
    await run(process.execPath, [join(root, 'scripts/prune-modules.mjs'), join(image, 'node_modules')]);
    cpSync(join(root, 'dist'), join(image, 'dist'), { recursive: true });
    cpSync(join(root, 'dashboard/dist'), join(image, 'dashboard/dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(image, 'package.json'));
  });
  afterAll(() => rm(image, { recursive: true, force: true }));

  it('are made by the Dockerfile as they are made here', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('npm ci --omit=dev && node scripts/prune-modules.mjs\n');
  });

  it(`take at most ${MAX_MEGABYTES} MB, without typescript and source maps of dependencies`, () => {
    expect(megabytesIn(image)).toBeLessThan(MAX_MEGABYTES);
    for (const name of ['typescript', 'react', '@mantine', 'vite']) {
      expect(existsSync(join(image, 'node_modules', name))).toBe(false);
    }
    const files = readdirSync(join(image, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  it('contain the license of each package that has one', () => {
    const hasLicense = (folder: string): boolean =>
      readdirSync(folder).some(
        (name) => /^(?:licen[cs]e|copying)/i.test(name) && statSync(join(folder, name)).isFile(),
      );
    const kept = productionPackages().filter((path) => existsSync(join(image, path)));
    const lost = kept.filter((path) => hasLicense(join(root, path)) && !hasLicense(join(image, path)));
    expect(lost).toEqual([]);
  });

  it('start a service that imports and exports every format and serves its documentation; the migrations; and a transfer', async () => {
    await withPlace(async (place) => {
      const migrations = [join(image, 'dist/src/migrate.js')];
      const env = { PATH: process.env.PATH, DATA_DIR: place.folder, ...place.env };
      const { stdout } = await run(process.execPath, migrations, { cwd: place.folder, env });
      expect(stdout).toContain('the database has all migrations of this version');
    });
    await withPlace(async (place) => {
      const env = { BOOTSTRAP_API_KEY: SECRET, NODE_ENV: 'production' };
      const service = await ServiceProcess.start(place, env, join(image, 'dist/src/main.js'));
      try {
        await tryEverything(service.client(SECRET));
      } finally {
        await service.stop();
      }
      if (Object.keys(place.env).length > 0) return;
      await withPlace(async (target) => {
        await rm(join(target.folder, 'pgdata'), { recursive: true, force: true });
        const transfer = [join(image, 'dist/src/transfer.js'), '--from', place.folder, '--to', target.folder];
        const { stdout } = await run(process.execPath, transfer);
        expect(stdout).toContain('The exports of 1 projects are the same on both sides.');
      });
    });
  });
});

async function tryEverything(api: Client): Promise<void> {
  const { body } = await api.post('projects', { name: 'Image', sourceLanguage: 'en', targetLanguages: ['de'] });
  const project = `projects/${body.project.id}`;
  // More than the size up to which a file is read without a thread.
  const texts = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`key_${i}`, `Text number ${i}`.padEnd(400, '.')]),
  );
  const imported = await api.send('POST', `${project}/import?format=json&language=en`, { body: JSON.stringify(texts) });
  expect(imported.body).toEqual({ imported: 200, updated: 0, skipped: 0 });
  const { formats } = (await api.get('formats')).body as { formats: { id: string; import: boolean }[] };
  for (const { id } of formats) {
    const exported = await api.get(`${project}/export?format=${id}&language=en`);
    expect([id, exported.status]).toEqual([id, 200]);
    if (id === 'pot') continue;
    const again = await api.send('POST', `${project}/import?format=${id}&language=en&dryRun=true`, {
      body: exported.bytes,
    });
    expect([id, again.status]).toEqual([id, 200]);
  }
  expect((await sendPicture(api, body.project.id, { file: TINY_PNG })).status).toBe(201);
  const documentation = Buffer.from((await api.get('/docs')).bytes).toString();
  const assets = Array.from(
    documentation.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g),
    ([, path]) => path,
  );
  expect(assets.length).toBeGreaterThanOrEqual(2);
  for (const path of ['/', '/docs', ...assets, '/openapi.json', '/metrics'] as string[]) {
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  }
}
