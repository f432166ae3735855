import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkTexts, type KeyToCheck } from '../src/findings/check-texts';
import { ServiceProcess, withPlace } from './support/service-process';

const CHECKER = join(__dirname, '../dist/src/findings/checker.js');

const SECRET = 'operator-secret-of-the-checker-thread-tests';

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

  it('finds terms of a glossary that were looked for in the main thread before', async () => {
    await withPlace(async (place) => {
      const service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET });
      try {
        const api = service.client(SECRET);
        const created = await api.post('projects', { name: 'Project', sourceLanguage: 'en', targetLanguages: ['de'] });
        const projectId: string = created.body.project.id;
        await api.post('glossary', { term: 'apple', translations: { de: ['Apfel'] } });
        const { body } = await api.post(`projects/${projectId}/keys`, { name: 'one', value: 'An apple' });
        const context = await api.get(`keys/${body.key.id}/context?language=de`);
        expect(context.body.context.terms).toEqual([expect.objectContaining({ term: 'apple' })]);
        const texts = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`more.${i}`, `Ein langer Text ${i}`]));
        const query = 'format=json&language=de&dryRun=true&failOn=term_missing';
        const imported = await api.send('POST', `projects/${projectId}/import?${query}`, {
          body: JSON.stringify({ ...texts, one: 'Eine Birne' }),
        });
        expect([imported.status, imported.body]).toMatchObject([
          400,
          { code: 'checks_failed', errors: [{ key: 'one', detail: expect.stringContaining('term_missing') }] },
        ]);
      } finally {
        await service.stop();
      }
    });
  });
});
