import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { Json } from '../support/client';
import { Exchange } from '../support/exchange';
import { blocksOf, codeOf, readPage as read } from '../support/documented-code';
import { type RunningApp, startApp } from '../support/start-app';
import { Repository } from './repository';

const run = promisify(execFile);
const root = join(__dirname, '../..');
const sectionOf = (path: string, title: string): string =>
  new RegExp(`^## ${title}\n([^]*?)(?=^## |(?![^]))`, 'm').exec(read(path))?.[1] ?? '';

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;
const FILES = {
  'package.json': json({ name: 'shop', version: '1.0.0' }),
  '.gitignore': 'node_modules\n',
  'locales/en.json': json({ title: 'Shop', cart: 'Cart of {name}' }),
  'locales/de.json': json({ title: 'Laden' }),
};

describe('the documentation of glossa', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const { secret, api } = await running.given.organization();
    const repository = Repository.create({}, FILES);
    repository.commit('files');
    const env = {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: repository.folder,
      npm_config_offline: 'true',
      npm_config_audit: 'false',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GLOSSA_SERVER: running.url,
      GLOSSA_API_KEY: secret,
    };
    const shell = (script: string, more: Record<string, string> = {}) =>
      run('bash', ['-euo', 'pipefail', '-c', script], { cwd: repository.folder, env: { ...env, ...more } });
    const project = (): string => JSON.parse(repository.read('glossa.json')).project;
    const exchange = (): Exchange => new Exchange(api, project());
    /** Returns the texts of a language that applications load. */
    const delivered = async (language: string): Promise<Json> => {
      const { body } = await api.post(`projects/${project()}/delivery-tokens`, { name: 'Test' });
      return (await running.anonymous.get(`/delivery/${body.deliveryToken.token}/production/${language}.json`)).body;
    };
    return { repository, shell, exchange, secret, delivered };
  };
  /** The lines of a shell, with the server and the API key of the test. */
  const forTest = (script: string, secret: string): string =>
    script.replaceAll('http://localhost:3000', running.url).replaceAll('glossa_...', secret);

  it('README: five lines lead from a repository to a translated file', async () => {
    const { repository, shell, exchange, secret } = await given();
    const [script = ''] = blocksOf(sectionOf('README.md', 'From a repository to a translated file'), 'sh');
    const lines = forTest(script, secret).replace('../glossa/cli', join(root, 'cli')).trim().split('\n');
    expect(lines).toHaveLength(5);
    await shell(lines.slice(0, 4).join('\n'));
    await exchange().put('cart', { translations: { de: 'Warenkorb von {name}' } });
    await shell(lines.slice(4).join('\n'));
    expect(JSON.parse(repository.read('locales/de.json'))).toEqual({ title: 'Laden', cart: 'Warenkorb von {name}' });
  });

  it('docs/cli.md: the commands work in their order', async () => {
    const { shell, exchange, repository, secret } = await given();
    const [start = '', ...others] = blocksOf(read('docs/cli.md'), 'sh');
    await shell(forTest(start, secret));
    await exchange().put('cart', { translations: { de: 'Warenkorb von {name}' } });
    for (const script of others) await shell(script);
    expect(JSON.parse(repository.read('locales/de.json'))).toHaveProperty('cart');
  });

  it('docs/cli.md: names every command, and its example is a valid glossa.json', async () => {
    const { shell, repository } = await given();
    const commands = [...(await shell('glossa --help')).stdout.matchAll(/^ {2}(\w+) \[options\]/gm)].map(
      ([, name]) => name,
    );
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((name) => !read('docs/cli.md').includes(`\`glossa ${name}\``))).toEqual([]);
    repository.write({ 'glossa.json': blocksOf(sectionOf('docs/cli.md', 'glossa.json'), 'json')[0] ?? '' });
    const { code, stderr } = await repository.glossa(['status'], {
      env: { GLOSSA_SERVER: 'http://127.0.0.1:9', GLOSSA_API_KEY: 'x' },
    });
    expect([code, stderr]).toEqual([5, expect.stringContaining('cannot be reached')]);
  });

  it('docs/delivery.md and docs/delivery-libraries.md: the commands print what the text claims', async () => {
    const { shell, repository } = await given();
    await shell('npm install --save-dev "$CLI" && glossa init --yes && glossa push', { CLI: join(root, 'cli') });
    repository.write({ 'copy-texts.mjs': codeOf('docs/delivery-libraries.md', 'copy-texts.mjs') });
    const script = blocksOf(read('docs/delivery.md') + read('docs/delivery-libraries.md'), 'sh').join('');
    const { stdout } = await shell(script);
    const claimed = [...script.matchAll(/^#=> (.*)$/gm)].map(([, line = '']) => line);
    expect(claimed.length).toBeGreaterThan(5);
    const printed = stdout.split('\n');
    expect(printed.filter((line) => claimed.includes(line))).toEqual(claimed);
    expect(repository.read('lib/l10n/app_de.arb')).toContain('Laden');
  });

  const started = async () => {
    const all = await given();
    await all.shell('npm install --save-dev "$CLI" && glossa init --yes && glossa push', { CLI: join(root, 'cli') });
    all.repository.commit('Translate with Glossa');
    const origin = Repository.create({});
    origin.git('config', 'receive.denyCurrentBranch', 'updateInstead');
    origin.git('pull', '-q', all.repository.folder, 'main');
    all.repository.git('remote', 'add', 'origin', origin.folder);
    await all.exchange().put('cart', { translations: { de: 'Warenkorb von {name}' } });
    all.repository.write({ 'locales/en.json': json({ title: 'Shop 2', cart: 'Cart of {name}' }) });
    all.repository.commit('Change a text');
    return { ...all, origin };
  };
  /** Replaces expressions of GitHub. */
  const fill = (text: string, values: Record<string, string>): string =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => values[name] ?? '');
  const expectInStep = async (origin: Repository, exchange: Exchange): Promise<void> => {
    expect(JSON.parse(origin.read('locales/de.json'))).toMatchObject({ cart: 'Warenkorb von {name}' });
    expect(await exchange.texts()).toMatchObject({ en: { title: 'Shop 2' } });
  };

  it('docs/ci.md: the workflow of GitHub syncs and commits, and publishes what it has synced', async () => {
    const { shell, origin, exchange, secret, delivered } = await started();
    const [workflow = '', publish = ''] = blocksOf(sectionOf('docs/ci.md', 'GitHub Actions'), 'yaml');
    const secrets = { 'secrets.GLOSSA_API_KEY': secret };
    for (const step of [...parse(workflow).jobs.sync.steps, ...parse(publish)] as Json[]) {
      if (step.run) await shell(fill(step.run, secrets));
      if (!step.uses?.startsWith('your-organization/glossa')) continue;
      const action = parse(read('action.yml'));
      const defaults = Object.entries<Json>(action.inputs).map(([name, { default: value = '' }]) => [name, value]);
      const inputs = { ...Object.fromEntries(defaults), ...step.with };
      const values = Object.fromEntries(
        Object.entries<string>(inputs).map(([name, value]) => [`inputs.${name}`, fill(value, secrets)]),
      );
      for (const { run: script, env = {} } of action.runs.steps as Json[]) {
        const given = Object.entries<string>(env).map(([name, value]) => [name, fill(value, values)]);
        const own = Object.fromEntries(given) as Record<string, string>;
        await shell(script, { ...own, GLOSSA_SERVER: own.GLOSSA_SERVER || running.url, GITHUB_ACTION_PATH: root });
      }
    }
    await expectInStep(origin, exchange());
    expect(await delivered('en')).toEqual({ title: 'Shop 2', cart: 'Cart of {name}' });
  });

  it('docs/ci.md: the job of GitLab syncs and commits', async () => {
    const { shell, origin, exchange } = await started();
    const [job = ''] = blocksOf(sectionOf('docs/ci.md', 'GitLab'), 'yaml');
    const script = (parse(job).translations.script as string[]).join('\n');
    const place = 'https://glossa:$GLOSSA_PUSH_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git';
    expect(script).toContain(place);
    await shell(script.replace(place, origin.folder), { CI_COMMIT_BRANCH: 'main' });
    await expectInStep(origin, exchange());
  });

  it('docs/ci.md: the hook refuses a commit with a text that a check refuses', async () => {
    const { shell, repository } = await started();
    const [hook = ''] = blocksOf(sectionOf('docs/ci.md', 'Before a commit'), 'sh');
    mkdirSync(join(repository.folder, '.githooks'));
    writeFileSync(join(repository.folder, '.githooks/pre-commit'), hook, { mode: 0o755 });
    await shell('glossa sync && git config core.hooksPath .githooks');
    repository.write({ 'locales/de.json': json({ title: 'Laden', cart: 'Warenkorb von {nam}' }) });
    await expect(shell('git commit -qam broken')).rejects.toMatchObject({
      stderr: expect.stringContaining('checks_failed'),
    });
    repository.write({ 'locales/de.json': json({ title: 'Laden 2' }) });
    await shell('git commit -qam sound');
  });
});
