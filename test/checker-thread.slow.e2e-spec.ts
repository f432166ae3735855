import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkTexts, type KeyToCheck } from '../src/findings/check-texts';

const CHECKER = join(__dirname, '../dist/src/findings/checker.js');

/** Checks texts with the compiled modules, in a process of its own. */
async function checkInThread(keys: readonly KeyToCheck[]): Promise<unknown> {
  const code = `
    const { Checker } = require(${JSON.stringify(CHECKER)});
    const checker = new Checker();
    let input = '';
    process.stdin.on('data', (part) => (input += part)).on('end', async () => {
      const texts = { sourceLanguage: 'en', keys: input };
      const [findings, again] = await Promise.all([checker.check('a', texts), checker.check('b', texts)]);
      console.log(JSON.stringify({ findings, isSame: JSON.stringify(again) === JSON.stringify(findings) }));
      await checker.onApplicationShutdown();
    });`;
  const run = promisify(execFile)(process.execPath, ['-e', code]);
  run.child.stdin?.end(JSON.stringify(keys));
  return JSON.parse((await run).stdout) as unknown;
}

describe('a thread that checks texts', () => {
  it('finds what the process itself finds, for several callers at a time', async () => {
    const keys = Array.from({ length: 1_000 }, (_, i): KeyToCheck => [
      `key ${i}`,
      i % 3 === 0 ? 8 : null,
      i % 5 === 0 ? null : `Open {name} ${i}`,
      { de: i % 2 === 0 ? `{name} öffnen ${i}` : `Öffnen ${i}`, ja: '開く {nom}' },
    ]);
    const findings = [...checkTexts({ sourceLanguage: 'en', keys: JSON.stringify(keys) })].flat();
    expect(findings.length).toBeGreaterThan(1_000);
    expect(await checkInThread(keys)).toEqual({ findings, isSame: true });
  });
});
