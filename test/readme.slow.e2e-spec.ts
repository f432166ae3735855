import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServiceProcess, withPlace } from './support/service-process';

const run = promisify(execFile);
const root = join(__dirname, '..');

/** Returns the shell commands of a section and the lines that it claims they print. */
function sectionOf(title: string): { lines: string; printed: string[] } {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = new RegExp(`\\n## ${title}\\n([^]*?)\\n## `).exec(readme) ?? [];
  const lines = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
  return { lines, printed: [...lines.matchAll(/^#=> (.*)$/gm)].map(([, line = '']) => line) };
}

it('README: the commands of the first example print what the text claims', async () => {
  const { lines, printed } = sectionOf('Import and export a first file');
  expect(printed).toHaveLength(14);
  await withPlace(async (place) => {
    // Without settings, `npm start` uses the embedded database.
    const service = await ServiceProcess.start(place, { DATABASE_URL: '', REDIS_URL: '' });
    try {
      const [address, secret] = [`${service.url}/api/v1`, service.printed(/shown this once\): (\S+)/)];
      const script = lines
        .replace(/^export GLOSSA=\S+ KEY=\S+$/m, `export GLOSSA=${address} KEY=${secret}`)
        .replaceAll('node_modules/', `${root}/node_modules/`);
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: place.folder });
      expect(stdout.replace('skipped":0}', 'skipped":0}\n').trimEnd().split('\n')).toEqual(printed);
    } finally {
      await service.stop();
    }
  });
});
