import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readPage } from '../support/documented-code';

describe('action.yml', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'glossa-action-'));
    mkdirSync(join(folder, 'cli/bin'), { recursive: true });
    writeFileSync(join(folder, 'cli/bin/glossa.mjs'), 'console.log(JSON.stringify(process.argv.slice(2)));');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the arguments with which the action runs glossa. */
  const argumentsOf = (inputs: Record<string, string>): string[] => {
    const { runs, inputs: declared } = parse(readPage('action.yml')) as {
      inputs: Record<string, { default?: string }>;
      runs: { steps: { env?: Record<string, string>; run: string }[] };
    };
    const { env = {}, run = '' } = runs.steps.at(-1) ?? {};
    const fill = (text: string): string =>
      text.replace(
        /\$\{\{ *inputs\.([\w-]+) *\}\}/g,
        (_, name: string) => inputs[name] ?? declared[name]?.default ?? '',
      );
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
    const options = { encoding: 'utf8', cwd: folder } as const;
    // The shell of GitHub for "shell: bash".
    const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      ...options,
      env: { PATH: process.env.PATH, GITHUB_ACTION_PATH: folder, ...own },
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as string[];
  };

  it.each([
    ['publish --fail-on icu_syntax', ['publish', '--fail-on', 'icu_syntax']],
    [
      'publish --format icu-json\n--fail-on icu_syntax\n',
      ['publish', '--format', 'icu-json', '--fail-on', 'icu_syntax'],
    ],
    ['\n  pull\n\n\t--check ', ['pull', '--check']],
    ['push $HOME * `id` $(id)', ['push', '$HOME', '*', '`id`', '$(id)']],
  ])('runs all words of the command %j, and nothing else', (command, words) => {
    expect(argumentsOf({ command })).toEqual(words);
  });

  it('runs sync by default, with the configuration as one word', () => {
    expect(argumentsOf({})).toEqual(['sync']);
    const config = 'my app/glossa web.json';
    expect(argumentsOf({ command: 'pull\n--check', config })).toEqual(['pull', '--check', '--config', config]);
  });
});
