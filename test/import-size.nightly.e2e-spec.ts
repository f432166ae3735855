import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { watchReads } from './support/reads';
import { type RunningApp, startApp } from './support/start-app';

const LENGTH = 65_536;

/** What one statement returns: a mebibyte of texts, and what is not texts. */
const MAX_READ = 1.5 * 1_048_576;
/** The details of a dry run. */
const MAX_DETAILS = 3 * 1_048_576;

describe('an import into a project of long texts', () => {
  let running: RunningApp;
  let largestRead: () => number;
  beforeAll(async () => {
    running = await startApp();
    largestRead = watchReads();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /** Creates keys with long texts in German. */
  async function given(names: readonly string[], value: string, translation: string): Promise<Project> {
    const project = await running.given.project();
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
    await project.api.post(`projects/${project.id}/import?format=json&language=en`, undefined, { body });
    await running.app.get(Database).rows(
      `INSERT INTO translations (project_id, language, key_id, text, since)
       SELECT project_id, 'de', id, $2, 1 FROM keys WHERE project_id = $1`,
      [project.id, translation],
    );
    largestRead();
    return project;
  }
  const send = async ({ api, id }: Project, texts: Json, options: string): Promise<Json> => {
    const { status, body, bytes } = await api.post(`projects/${id}/import?${options}`, undefined, {
      body: JSON.stringify(texts),
    });
    expect([status, body.code]).toEqual([200, undefined]);
    expect(bytes.length).toBeLessThan(MAX_DETAILS);
    return body;
  };
  const namesOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `k${i + 100}`);
  const textsOf = (names: readonly string[], text: string): Json =>
    Object.fromEntries(names.map((name) => [name, text]));

  it('compares plurals with the texts of the project step by step', async () => {
    const names = namesOf(60);
    const plural = `{n, plural, one {# ${'x'.repeat(LENGTH - 100)}} other {#}}`;
    const project = await given(names, '{n, plural, one {# file} other {# files}}', plural);
    const file = Object.fromEntries(
      names.flatMap((name) => [
        [`${name}_one`, 'eine'],
        [`${name}_other`, 'viele'],
      ]),
    );

    const { updated } = await send(project, file, 'format=i18next&language=de');

    expect(updated).toBe(60);
    expect(largestRead()).toBeLessThan(MAX_READ);
    const { body } = await project.api.get(`projects/${project.id}/keys?limit=1&include=translations&language=de`);
    expect(body.keys[0].translations.de).toBe('{n, plural, one {eine} other {viele}}');
  });

  it('checks texts with their long source texts step by step', async () => {
    const names = namesOf(60);
    const project = await given(names, 'x'.repeat(LENGTH), 'alt');
    const options = 'format=json&language=de&details=true&dryRun=true';

    const { details } = await send(project, textsOf(names, 'neu {name}'), options);

    expect(details.findings.filter(({ code }: Json) => code === 'placeholder_unknown')).toHaveLength(60);
    expect(largestRead()).toBeLessThan(MAX_READ);
  });

  it('lists the details in pages that names and findings end too, each text once', async () => {
    const names = namesOf(100).map((name) => name + 'n'.repeat(8_000));
    const project = await given(names, 'Hello {name}, {count}', 'alt');
    const texts = textsOf(names, ' neu  {other} ');

    const listed: string[] = [];
    const findings = new Map<string, number>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const options = `format=json&language=de&details=true&dryRun=true${cursor && `&detailsCursor=${cursor}`}`;
      const { details }: Json = await send(project, texts, options);
      listed.push(...details.pairs.map(({ key }: Json) => key));
      for (const { key } of details.findings) findings.set(key, (findings.get(key) ?? 0) + 1);
      cursor = details.nextCursor;
    }

    expect(listed).toEqual(names);
    expect([...findings.keys()]).toEqual(names);
    expect(new Set(findings.values()).size).toBe(1);
  });

  it('lists the names of deleted keys in pages that end by length, each once', async () => {
    const names = namesOf(100).map((name) => name + 'n'.repeat(8_000));
    const project = await given(names, 'x', 'x');
    const deleted: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const options = `format=json&language=en&deleteMissing=true&details=true&dryRun=true${cursor && `&detailsCursor=${cursor}`}`;
      const { details }: Json = await send(project, { other: 'x' }, options);
      expect(details.deletedKeyCount).toBe(100);
      expect(details.deletedKeys.join('').length).toBeLessThan(300_000);
      deleted.push(...details.deletedKeys);
      cursor = details.nextCursor;
    }
    expect(deleted).toEqual(names);
  });
});
