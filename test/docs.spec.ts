import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { parse as parseEnv } from 'dotenv';
import { SCOPES } from '../src/common/access/scope';
import { ERROR_CATALOGUE } from '../src/common/errors/catalogue';
import { VARIABLES } from '../src/config/environment';
import { TRACING_VARIABLES } from '../src/config/otel-variables';
import { codecs } from '../src/language-files';

const root = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the cells of the table between the comments `name: begin` and `name: end`. */
function tableIn(path: string, name: string): string[][] {
  const [, table = ''] = new RegExp(`<!-- ${name}: begin -->([^]*?)<!-- ${name}: end -->`).exec(read(path)) ?? [];
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const layoutOf = ({ bilingual, multilingual }: (typeof codecs)[number]): string =>
  multilingual ? 'all languages' : bilingual ? 'source and target' : 'one language';

const PLURALS = { native: 'its own', icu: 'ICU messages', none: 'as ICU text' };

it('lists the formats of the registry in the README', () => {
  expect(tableIn('README.md', 'formats')).toEqual(
    codecs.map((codec) => [
      `\`${codec.id}\``,
      codec.name,
      codec.extensions.map((extension) => `\`.${extension}\``).join(', '),
      layoutOf(codec),
      PLURALS[codec.plurals],
      codec.canParse ? 'in, out' : 'out',
    ]),
  );
});

it('lists the operations with an Idempotency-Key in docs/safe-writes.md', () => {
  const { paths } = JSON.parse(read('openapi.json')) as {
    paths: Record<string, Record<string, { parameters?: { $ref?: string; name?: string }[] }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { parameters = [] }]) =>
        parameters.some(({ $ref = '', name = '' }) => /idempotency-?key$/i.test($ref + name)),
      )
      .map(([method]) => `${method.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(operations).not.toEqual([]);
  expect(tableIn('docs/safe-writes.md', 'idempotent').map(([operation]) => operation)).toEqual(
    operations.sort().map((operation) => `\`${operation}\``),
  );
});

describe('the settings', () => {
  const settings = Object.entries(parseEnv(read('.env.example')));

  it('have the same names and defaults in the README and in .env.example', () => {
    const described = tableIn('README.md', 'settings').map(([name = '', value = '']) => [
      name.replaceAll('`', ''),
      value.replaceAll('`', ''),
    ]);
    expect(described.sort()).toEqual(settings.sort());
  });

  it('are in .env.example exactly if the service reads them', () => {
    expect([...VARIABLES].sort()).toEqual(settings.map(([name]) => name).sort());
  });

  it('include every variable that docker-compose.yml sets', () => {
    const compose = parseYaml(read('docker-compose.yml')) as {
      services: { glossa: { environment: Record<string, string> } };
    };
    const settingNames = new Set([...settings.map(([name]) => name), ...TRACING_VARIABLES, 'NODE_EXTRA_CA_CERTS']);
    expect(Object.keys(compose.services.glossa.environment).filter((name) => !settingNames.has(name))).toEqual([]);
  });

  it('follow from the memory limit in the container of docker-compose.yml, too, if they are unset', () => {
    expect(read('docker-compose.yml')).toContain("MAX_UPLOAD_BYTES: '${MAX_UPLOAD_BYTES:- }'");
  });

  it('reach the container of docker-compose.yml from .env, except settings of its servers and of the embedded database', () => {
    const compose = read('docker-compose.yml');
    const missing = settings.map(([name]) => name).filter((name) => !compose.includes(`\${${name}:-`));
    expect(missing.sort()).toEqual(
      [
        'DATABASE_URL',
        'DATABASE_URL_FILE',
        'DATA_DIR',
        'DATA_DURABILITY',
        'HOST',
        'REDIS_URL',
        'REDIS_URL_FILE',
      ].sort(),
    );
  });

  it('reach the container of docker-compose.yml together with the variables of traces and of Node that docs/deploy.md names', () => {
    const compose = read('docker-compose.yml');
    const missing = TRACING_VARIABLES.filter((name) => !compose.includes(`${name}: '\${${name}:- }'`));
    expect(missing).toEqual([]);
    // Node warns of a file that it cannot read, also of one that is named by a space.
    expect(compose).toContain("NODE_EXTRA_CA_CERTS: '${NODE_EXTRA_CA_CERTS:-/dev/null}'");
  });

  it('are named in docs/deploy.md if they can be files', () => {
    const files = settings.map(([name]) => name).filter((name) => name.endsWith('_FILE'));
    expect(files.filter((name) => !read('docs/deploy.md').includes(`\`${name}\``))).toEqual([]);
  });
});

it('docker-compose.yml uses only substitutions that podman-compose 1.0.3 knows', () => {
  const substitutions = read('docker-compose.yml').match(/\$\{[^}]*\}/g) ?? [];
  expect(substitutions.filter((text) => !/^\$\{\w+(?::-[^}]+)?\}$/.test(text))).toEqual([]);
});

it('documents every scope in docs/security.md', () => {
  expect(tableIn('docs/security.md', 'scopes').map(([scope]) => scope)).toEqual(SCOPES.map((scope) => `\`${scope}\``));
});

it('documents every code of the error catalogue in docs/errors.md', () => {
  expect(tableIn('docs/errors.md', 'codes')).toEqual(
    Object.entries(ERROR_CATALOGUE).map(([code, { status, meaning }]) => [`\`${code}\``, String(status), meaning]),
  );
});

/** Files that the recipes of CONTRIBUTING.md create. */
const NEW_FILES = new Set([
  'src/api-keys/dto/scope-list.dto.ts',
  'src/api-keys/scopes.controller.ts',
  'test/scopes.e2e-spec.ts',
  'src/language-files/lines/lines-codec.ts',
  'src/language-files/lines/lines-codec.spec.ts',
  'src/language-files/lines/fixtures/',
]);

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

it.each(documents)('has no broken links to files in %s', (path) => {
  const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^https?:/.test(target)).map((target) => target.replace(/#.*$/, ''));
  expect(local.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

it.each(documents)('names only files and folders that exist in %s', (path) => {
  const named = [...read(path).matchAll(/`((?:src|test|bench|docs|scripts|deploy)\/[\w./-]+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !existsSync(join(root, name)) && !NEW_FILES.has(name))).toEqual([]);
});

it.each([...documents.filter((path) => path !== 'CHANGELOG.md'), 'action.yml'])(
  'lets npx run no package of the registry in %s: the name "glossa" belongs to nobody there',
  (path) => expect(read(path).match(/npx (?!--no-install )(?:-\S+ )*\S*glossa.*|"npx".*/g)).toBeNull(),
);

it('describes every folder of src in docs/architecture.md', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const table = read('docs/architecture.md');
  const missing = folders.filter(({ name }) => name !== 'types' && !table.includes(`| \`${name}\` `));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
