import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningApp, startApp } from './support/start-app';

const root = join(__dirname, '../dashboard');
const MAX_FIRST_LOAD = 250_000;

describe('the pages of the dashboard', () => {
  let running: RunningApp;
  beforeAll(async () => {
    if (!existsSync(join(root, 'dist/index.html'))) throw new Error('there is no build: run "npm run build"');
    running = await startApp();
  });
  afterAll(() => running.close());

  /** The paths of the pages, each with some id in the place of its parameters. */
  const paths = [...readFileSync(join(root, 'src/app.tsx'), 'utf8').matchAll(/<Route path="(\/[^"]*)"/g)].map(
    ([, path = '']) => path.replaceAll(/:\w+/g, 'any'),
  );

  it.each([...paths, '/settings', '/welcome', '/invitation', '/password'])(
    'are served at %s, without an API key, with a policy that allows no inline script and no frame',
    async (path) => {
      const { status, headers, bytes } = await running.anonymous.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([`default-src 'none'`, `script-src 'self'`, `frame-ancestors 'none'`]),
      );
      expect(bytes.toString()).not.toMatch(/<script(?![^>]*\bsrc=)|<[^>]+\son\w+=/);
    },
  );

  it.each(['/nowhere', '/index.html', '/assets/nothing.js', '/package.json', '/%2e%2e/package.json', '/assets'])(
    'leave %s a 404 with a problem document',
    async (path) => {
      const { status, headers } = await running.anonymous.get(path);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    },
  );

  const assets = (): string[] => {
    const page = readFileSync(join(root, 'dist/index.html'), 'utf8');
    return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  };

  it.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('have assets that browsers keep for ever, coded as %s', async (coding, accepted) => {
    for (const path of assets()) {
      const { status, headers } = await running.anonymous.get(path, { headers: { 'accept-encoding': accepted } });
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-encoding')).toBe(coding);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(path).toMatch(/-[\w-]{8}\.\w+$/);
    }
  });

  it(`load at most ${MAX_FIRST_LOAD / 1_000} kB first, compressed with gzip`, () => {
    const files = ['index.html', ...assets().map((path) => path.slice(1))];
    const bytes = files.map((file) => statSync(join(root, 'dist', `${file}.gz`)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FIRST_LOAD);
  });

  it('have the styles of all components of Mantine that they use', () => {
    const classesIn = (text: string): string[] => text.match(/\bm_[0-9a-f]{6,8}\b/g) ?? [];
    const built = (extension: string): Set<string> =>
      new Set(
        readdirSync(join(root, 'dist/assets'))
          .filter((name) => name.endsWith(extension))
          .flatMap((name) => classesIn(readFileSync(join(root, 'dist/assets', name), 'utf8'))),
      );
    const [used, styled] = [built('.js'), built('.css')];
    expect(used.size).toBeGreaterThan(100);
    const styles = join(root, '../node_modules/@mantine/core/styles');
    const unstyled = readdirSync(styles)
      .filter((name) => /^\w+\.css$/.test(name))
      .filter((name) => {
        const classes = classesIn(readFileSync(join(styles, name), 'utf8'));
        return classes.some((one) => used.has(one) && !styled.has(one));
      });
    // They are imported by dashboard/src/mantine.css.
    expect(unstyled).toEqual([]);
  });
});

describe('the texts of the dashboard', () => {
  const texts = join(root, 'src/texts');
  const languages = readdirSync(texts).map((file) => file.replace('.json', ''));

  it('are files that Glossa exports, in every language complete', async () => {
    const running = await startApp();
    try {
      const { id, api } = await running.given.project({ targetLanguages: languages.filter((tag) => tag !== 'en') });
      for (const language of ['en', ...languages.filter((tag) => tag !== 'en')]) {
        const body = readFileSync(join(texts, `${language}.json`));
        const imported = await api.send('POST', `projects/${id}/import?format=i18next&language=${language}`, { body });
        expect(imported.status).toBe(200);
      }
      for (const language of languages) {
        const exported = await api.get(`projects/${id}/export?format=i18next&language=${language}`);
        expect(exported.bytes.toString()).toBe(readFileSync(join(texts, `${language}.json`), 'utf8'));
        const missing = await api.get(`projects/${id}/keys?untranslated=${language}`);
        expect(missing.body.keys.map(({ name }: { name: string }) => name)).toEqual([]);
      }
    } finally {
      await running.close();
    }
  });

  it('have all that the pages show, and nothing else', () => {
    const source = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
      .join('\n');
    const flat = (value: object, prefix = ''): string[] =>
      Object.entries(value).flatMap(([name, text]: [string, unknown]) =>
        typeof text === 'object' && text !== null ? flat(text, `${prefix}${name}.`) : [`${prefix}${name}`],
      );
    const names = new Set(
      flat(JSON.parse(readFileSync(join(texts, 'en.json'), 'utf8')) as object).map((name) =>
        name.replace(/_(?:one|other)$/, ''),
      ),
    );
    const used = [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
    // The members of some groups are chosen by a value: t(`scopes.${scope}`).
    const groups = new Set([...source.matchAll(/\bt\(\s*`([\w.]+)\.\$\{/g)].map(([, group]) => group));
    const isOfGroup = (name: string): boolean => groups.has(name.replace(/\.[^.]+$/, ''));
    expect([...names].filter((name) => !source.includes(`'${name}'`) && !isOfGroup(name))).toEqual([]);
  });
});
