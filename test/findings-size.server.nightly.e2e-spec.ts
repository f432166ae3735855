import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { watchReads } from './support/reads';
import { type RunningApp, startApp } from './support/start-app';

const LENGTH = 65_536;
const LANGUAGES = Array.from({ length: 40 }, (_, i) => `de-x-${i + 10}`);

/** What one statement returns: the texts of a step, their source texts, and what is not texts. */
const MAX_STEP = 1.5 * 1_048_576;

describe('the checks of long texts', () => {
  let running: RunningApp;
  let largestRead: () => number;
  beforeAll(async () => {
    running = await startApp();
    largestRead = watchReads();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  async function set({ id }: Project, text: string, keyIds: readonly string[]): Promise<void> {
    await running.app.get(Database).rows(
      `INSERT INTO translations (project_id, language, key_id, text, since)
       SELECT $1, language, key_id, $2, 2 FROM unnest($3::text[]) AS l (language) CROSS JOIN unnest($4::uuid[]) AS k (key_id)`,
      [id, text, LANGUAGES, keyIds],
    );
  }
  /** Has the findings brought up to date, in steps. */
  const findingsOf = async ({ api, id }: Project): Promise<string[]> => {
    largestRead();
    const { body } = await api.get(`projects/${id}/checks?limit=1000&code=placeholder_missing`);
    expect(largestRead()).toBeLessThan(MAX_STEP);
    return body.findings.map(({ name, language }: Json) => `${name} ${language}`);
  };

  it('read a key that has more texts than a step in parts', async () => {
    const keys = ['a', 'b', 'c'].map((name) => ({ name, value: 'Hello {name}' }));
    const project = await running.given.project({ targetLanguages: LANGUAGES, keys });
    const [a = '', b = '', c = ''] = project.keyIds;
    await set(project, 'x'.repeat(LENGTH), [b]);
    await set(project, 'Hallo', [a, c]);

    const ofEach = (names: readonly string[]) => names.flatMap((name) => LANGUAGES.map((tag) => `${name} ${tag}`));
    expect(await findingsOf(project)).toEqual(ofEach(['a', 'b', 'c']));

    // A source text that changes has the key checked in all languages.
    await project.api.put(`keys/${b}`, { value: 'Hello' });
    expect(await findingsOf(project)).toEqual(ofEach(['a', 'c']));
    await project.api.put(`keys/${b}`, { value: 'Hello {other}' });
    await project.api.delete(`keys/${a}`);
    expect(await findingsOf(project)).toEqual(ofEach(['b', 'c']));
  });

  it('read as many short texts in a step as their long source texts have room for', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => ({ name: `k${i}`, value: 'x'.repeat(LENGTH) }));
    const project = await running.given.project({ targetLanguages: ['de'], keys });
    await findingsOf(project);

    const body = JSON.stringify(Object.fromEntries(keys.map(({ name }) => [name, 'short {name}'])));
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, { body });
    largestRead();
    const { counts } = (await project.api.get(`projects/${project.id}/checks`)).body;

    expect(counts.de.placeholder_unknown).toBe(40);
    expect(largestRead()).toBeLessThan(MAX_STEP);
  });
});
