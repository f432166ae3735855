import { json, JSON_RULES } from './given-repository';
import { Repository } from './repository';

const KEY = `glossa_${'k'.repeat(42)}`;
const WRONG_KEYS = {
  'a line break': `${KEY}\nb`,
  'a space': `${KEY} b`,
  'a letter that is not ASCII': `${KEY}ł`,
  'a control character': `${KEY}\u0007`,
};
const WRONG_ADDRESSES = [
  'http://:secretpw@127.0.0.1:9',
  'http://user:secretpw@127.0.0.1:9',
  'http://secretpw@127.0.0.1:9',
  'user:secretpw@127.0.0.1:9',
  'htp//user:secretpw@host/a@b',
  'http://127.0.0.1:9/?token=secretpw',
  'http://127.0.0.1:9/#secretpw',
];

describe('an error of glossa', () => {
  const given = (members: object = {}) =>
    Repository.create(
      { GLOSSA_API_KEY: KEY, GLOSSA_SERVER: 'http://127.0.0.1:9' },
      { 'glossa.json': json({ ...members, project: 'p', files: JSON_RULES }), 'locales/en.json': json({ a: 'A' }) },
    );

  describe.each(Object.entries(WRONG_KEYS))('about an API key with %s', (_, key) => {
    it('does not repeat it, and ends the command with 2', async () => {
      const commands = [['status'], ['mcp'], ['init', '--dry-run', '--config', 'other.json']];
      const run = (args: string[]) => given().glossa([...args, '--json'], { env: { GLOSSA_API_KEY: key } });
      for (const { code, stdout, stderr } of await Promise.all(commands.map(run))) {
        expect([code, stderr]).toEqual([2, expect.stringContaining('GLOSSA_API_KEY is no API key')]);
        expect(stdout + stderr).not.toContain('kkkk');
      }
    });

    it('does not repeat it after glossa login, from the input or the file', async () => {
      const repository = given();
      const login = await repository.glossa(['login'], { input: key });
      expect([login.code, login.stderr]).toEqual([2, expect.stringContaining('the input is no API key')]);
      const credentials = json({ servers: { 'http://127.0.0.1:9': { apiKey: key } } });
      repository.write({ '.config/glossa/credentials.json': credentials });
      const status = await repository.glossa(['status'], { env: { GLOSSA_API_KEY: '' } });
      expect([status.code, status.stderr]).toEqual([2, expect.stringContaining('credentials.json is no API key')]);
      expect(login.stderr + status.stderr).not.toContain('kkkk');
    });
  });

  it('takes an API key without the white space around it', async () => {
    const { code, stderr } = await given().glossa(['log'], { env: { GLOSSA_API_KEY: `\n ${KEY}\r\n` } });
    expect([code, stderr]).toEqual([5, expect.stringContaining('cannot be reached')]);
  });

  it.each(WRONG_ADDRESSES)('about the address %s repeats no password or query', async (address) => {
    const repository = given({ server: address });
    const runs = [
      repository.glossa(['status', '--json'], { env: { GLOSSA_SERVER: '' } }),
      repository.glossa(['status', '--json'], { env: { GLOSSA_SERVER: address } }),
      repository.glossa(['login', '--json', '--server', address], { input: KEY }),
      repository.glossa(['open', '--print', '--json', '--server', address]),
    ];
    for (const { code, stdout, stderr } of await Promise.all(runs)) {
      expect([code, stderr]).toEqual([2, expect.stringMatching(/is no address of a server: it has/)]);
      expect(stdout + stderr).not.toContain('secretpw');
    }
  });

  it('has no API key that was set in the place of the address, or written as an option', async () => {
    for (const args of [
      ['status', '--server', KEY],
      ['status', `--api-key=${KEY}`],
    ]) {
      const { code, stdout, stderr } = await given().glossa([...args, '--json']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('error')]);
      expect(stdout + stderr).not.toContain('kkkk');
    }
  });
});
