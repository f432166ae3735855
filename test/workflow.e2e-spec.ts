import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServiceProcess, withPlace } from './support/service-process';

const run = promisify(execFile);

it('docs/workflow.md: the commands print what the text claims', async () => {
  const page = readFileSync(join(__dirname, '../docs/workflow.md'), 'utf8');
  const lines = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('');
  const printed = [...lines.matchAll(/^#=> (.*)$/gm)].map(([, line = '']) => line);
  expect(printed).toHaveLength(17);
  await withPlace(async (place) => {
    const service = await ServiceProcess.start(place, { DATABASE_URL: '', REDIS_URL: '' });
    try {
      const [address, secret] = [`${service.url}/api/v1`, service.printed(/shown this once\): (\S+)/)];
      const script = lines
        .replace(/^export GLOSSA=\S+ KEY=\S+$/m, `export GLOSSA=${address} KEY=${secret}`)
        .replaceAll(/^#=> .*$/gm, 'echo');
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: place.folder });
      expect(stdout.split('\n').filter((line) => line !== '')).toEqual(printed);
    } finally {
      await service.stop();
    }
  });
});
