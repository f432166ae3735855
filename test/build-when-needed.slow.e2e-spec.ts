import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPT = 'scripts/build-when-needed.mjs';

/** Builds that only write their result, in place of the compiler and of the bundler. */
const BUILDS = {
  'scripts/build-service.mjs': `import { cpSync, writeFileSync } from 'node:fs'; cpSync('src', 'dist/src', { recursive: true }); writeFileSync('dist/src/main.js', '');`,
  'dashboard/build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('dashboard/dist'); writeFileSync('dashboard/dist/index.html', '');`,
  'cli/build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('cli/dist'); writeFileSync('cli/dist/main.mjs', '');`,
};
const SOURCES = [
  'src/main.ts',
  'src/checks/check.ts',
  'src/language-files/text/text.ts',
  'dashboard/src/main.tsx',
  'cli/src/main.ts',
  'ormconfig.ts',
];

describe('the build before a start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'glossa-build-'));
    for (const [path, content] of [...SOURCES.map((source) => [source, ''] as const), ...Object.entries(BUILDS)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    cpSync(join(__dirname, '..', SCRIPT), join(folder, SCRIPT), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, SCRIPT)], { encoding: 'utf8' });
    return {
      status,
      stdout,
      announced: stderr
        .split('\n')
        .map((line) => /^Building (.*?)\./.exec(line)?.[1])
        .filter(Boolean),
    };
  };

  it('announces what it builds on standard error, and nothing where the build is newer than its sources', () => {
    expect(run()).toEqual({ status: 0, stdout: '', announced: ['the service', 'the dashboard', 'the command line'] });
    expect(run()).toEqual({ status: 0, stdout: '', announced: [] });
    const later = Date.now() / 1_000 + 60;
    utimesSync(join(folder, 'src/main.ts'), later, later);
    expect(run()).toEqual({ status: 0, stdout: '', announced: ['the service'] });
  });
});
