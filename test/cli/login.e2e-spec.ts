import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningApp, startApp } from '../support/start-app';
import { givenRepository, json, JSON_RULES } from './given-repository';

const CREDENTIALS = '.config/glossa/credentials.json';

describe('glossa login', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const { repository, env, id } = await givenRepository(running);
    const configure = (members: object): void =>
      repository.write({ 'glossa.json': json({ ...members, project: id, files: JSON_RULES }) });
    /** Runs the command with no server in the environment. */
    const login = (...args: string[]) =>
      repository.glossa(['login', ...args], { input: `${env.GLOSSA_API_KEY}\n`, env: { GLOSSA_SERVER: '' } });
    const knows = (server: string): void =>
      repository.write({ [CREDENTIALS]: json({ servers: { [server]: { apiKey: 'glossa_other' } } }) });
    const servers = (): string[] => Object.keys(JSON.parse(repository.read(CREDENTIALS)).servers);
    return { repository, env, configure, login, knows, servers };
  };

  it('keeps an API key where only the user can read it', async () => {
    const { repository, env } = await given();
    const { code } = await repository.glossa(['login'], { input: `${env.GLOSSA_API_KEY}\n` });
    expect(code).toBe(0);
    expect(statSync(join(repository.folder, CREDENTIALS)).mode & 0o777).toBe(0o600);
    expect((await repository.glossa(['log'], { env: { GLOSSA_API_KEY: '' } })).code).toBe(0);
    expect((await repository.glossa(['login'], { input: 'glossa_wrong' })).code).toBe(4);
  });

  it('takes the server of the configuration, not the only one that it knows', async () => {
    const { repository, configure, login, knows, servers } = await given();
    const other = 'http://127.0.0.1:9';
    knows(other);
    configure({ server: running.url });
    expect((await login()).code).toBe(0);
    expect(servers()).toEqual([other, running.url]);
    repository.write({ 'glossa.other.json': repository.read('glossa.json').replace(running.url, 'localhost') });
    expect((await login('--config', 'glossa.other.json')).stderr).toContain('"localhost" is no address of a server');
    expect((await login('--config', 'glossa.other.json', '--server', running.url)).code).toBe(0);
  });

  it('sends the API key to no server that is not named', async () => {
    const { repository, login, knows, servers } = await given();
    knows(running.url);
    const before = repository.read(CREDENTIALS);
    for (const isConfigured of [true, false]) {
      if (!isConfigured) repository.delete('glossa.json');
      const { code, stderr } = await login();
      expect([code, stderr]).toEqual([2, expect.stringContaining('the address of the server is not known')]);
    }
    repository.write({ 'locales/en.json': json({ a: 'A' }) });
    const { code, stderr } = await repository.glossa(['init', '--yes'], { env: { GLOSSA_SERVER: '' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('the address of the server is not known')]);
    expect([repository.read(CREDENTIALS), servers()]).toEqual([before, [running.url]]);
  });

  it('lets a dry run of init take the server of the configuration', async () => {
    const { repository, configure } = await given();
    configure({ server: running.url });
    repository.write({ 'locales/en.json': json({ a: 'A' }) });
    const env = { GLOSSA_SERVER: '' };
    const { code, stdout } = await repository.glossa(['init', '--dry-run'], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Server: ${running.url}\n`)]);
    const other = await repository.glossa(['init', '--dry-run', '--config', 'other.json'], { env });
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('the address of the server is not known')]);
  });

  it('lets init take the only server that it knows, with its API key, and say so', async () => {
    const { repository, env: own } = await given();
    expect((await repository.glossa(['login'], { input: own.GLOSSA_API_KEY })).code).toBe(0);
    repository.delete('glossa.json');
    repository.write({ 'locales/en.json': json({ a: 'A' }) });
    const env = { GLOSSA_SERVER: '', GLOSSA_API_KEY: '' };
    const shown = await repository.glossa(['init', '--dry-run'], { env });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(`Server: ${running.url}\n`)]);
    const { init } = JSON.parse((await repository.glossa(['init', '--yes', '--json'], { env })).stdout);
    expect([init.server, JSON.parse(repository.read('glossa.json')).server]).toEqual([running.url, running.url]);
  });
});
