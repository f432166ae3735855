import { Database } from '../src/database/database';
import { endParts } from '../src/database/embedded/end-parts';
import { ImportReader } from '../src/imports/reading/import-reader';
import { Steps } from '../src/project-write/dry-run';
import { Parts } from '../src/project-write/parts';
import { FileTemplateStore } from '../src/project-write/stores/file-template-store';
import { TranslationStore } from '../src/project-write/stores/translation-store';
import type { ApiResponse } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const KEYS = 6_000;
const body = JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, `Text ${i}`])));

// On a server, no read waits for an import.
(process.env.DATABASE_URL ? describe.skip : describe)('an import on the embedded database', () => {
  let running: RunningApp;
  let database: Database;
  beforeAll(async () => {
    running = await startApp();
    database = running.app.get(Database);
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const importInto = ({ api, id }: Project): Promise<ApiResponse> =>
    api.post(`projects/${id}/import?format=json&language=en`, undefined, { body });
  const countOf = async ({ api, id }: Project): Promise<number> =>
    (await api.get(`projects/${id}/statistics`)).body.statistics.keys;
  const prepared = (): Promise<unknown[]> => database.rows('SELECT gid FROM pg_prepared_xacts', []);

  it('lets other requests have their turn between its statements: they read all of it, or nothing', async () => {
    const [project, other] = [await running.given.project(), await running.given.project()];
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance
    const { rows } = Parts.prototype;
    const meanwhile: ApiResponse[] = [];
    let part = 0;
    jest.spyOn(Parts.prototype, 'rows').mockImplementation(async function (this: Parts, ...values) {
      part++;
      if (part === 3) {
        meanwhile.push(await project.api.get(`projects/${project.id}/keys`));
        meanwhile.push(await other.api.post(`projects/${other.id}/keys`, { name: 'k', value: 'K' }));
      }
      return rows.apply(this, values);
    });
    const ended = await importInto(project);
    jest.restoreAllMocks();
    expect(ended).toMatchObject({ status: 200, body: { imported: KEYS, updated: 0, skipped: 0 } });
    expect(meanwhile).toMatchObject([{ status: 200, body: { keys: [] } }, { status: 201 }]);
    const { project: now } = (await project.api.get(`projects/${project.id}`)).body;
    expect(now).toMatchObject({ stringCount: KEYS, revision: 1 });
    expect(await prepared()).toEqual([]);
    const { body: exported } = await project.api.get(`projects/${project.id}/export?format=json&language=en`);
    expect(exported).toEqual(JSON.parse(body));
  });

  it('changes texts in the same way, and the deletion of the organization waits for it', async () => {
    const project = await running.given.project();
    await importInto(project);
    const changed = JSON.stringify(
      Object.fromEntries(
        Object.entries(JSON.parse(body) as Record<string, string>).map(([name, text]) => [name, `${text}!`]),
      ),
    );
    const rows = jest.spyOn(Parts.prototype, 'rows');
    let deleted: Promise<ApiResponse> | undefined;
    rows.mockImplementation(async function (this: Parts, ...values) {
      deleted ??= running.operator.delete(`organizations/${project.organization.id}`);
      rows.mockRestore();
      return this.rows(...values);
    });
    const response = await project.api.post(`projects/${project.id}/import?format=json&language=en`, undefined, {
      body: changed,
    });
    expect(response.body).toEqual({ imported: 0, updated: KEYS, skipped: 0 });
    expect((await deleted)?.status).toBe(200);
    expect(await prepared()).toEqual([]);
    expect(await database.rows('SELECT FROM translations WHERE project_id = $1', [project.id])).toEqual([]);
  });

  it('leaves nothing if it fails at its end', async () => {
    const project = await running.given.project();
    jest.spyOn(FileTemplateStore.prototype, 'set').mockRejectedValueOnce(new Error('no space'));
    expect((await importInto(project)).status).toBe(500);
    expect(await prepared()).toEqual([]);
    expect(await countOf(project)).toBe(0);
    expect((await importInto(project)).body).toEqual({ imported: KEYS, updated: 0, skipped: 0 });
  });

  it('leaves nothing if the project is deleted meanwhile', async () => {
    const project = await running.given.project();
    const importing = importInto(project);
    await database.rows('DELETE FROM projects WHERE id = $1', [project.id]);
    expect((await importing).status).toBe(404);
    expect(await prepared()).toEqual([]);
    expect(await database.rows('SELECT FROM keys WHERE project_id = $1', [project.id])).toEqual([]);
  });

  describe('with a base', () => {
    const texts = (change: (i: number) => string): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, `Text ${i}${change(i)}`])));
    const theirs = texts((i) => (i === 0 ? ' of the project' : ''));
    const ours = texts((i) => (i === 0 ? '' : ' of the file'));
    const merged = texts((i) => (i === 0 ? ' of the project' : ' of the file'));

    /** A project with a text that has changed since the revision 1. */
    const given = async (): Promise<Project> => {
      const project = await running.given.project();
      await importInto(project);
      await project.api.post(`projects/${project.id}/import?format=json&language=en`, undefined, { body: theirs });
      return project;
    };
    const merge = ({ api, id }: Project, options = ''): Promise<ApiResponse> =>
      api.post(`projects/${id}/import?format=json&language=en&base=1${options}`, undefined, { body: ours });
    const exported = async ({ api, id }: Project): Promise<unknown> =>
      (await api.get(`projects/${id}/export?format=json&language=en`)).body;

    /** Does something before each step of a comparison. */
    const beforeSteps = (work: (step: number) => Promise<unknown> | undefined): void => {
      // oxlint-disable-next-line typescript/unbound-method -- called with the instance
      const { together } = Steps.prototype;
      let step = 0;
      jest.spyOn(Steps.prototype, 'together').mockImplementation(async function (this: Steps, read) {
        await work(++step);
        return together.call(this, read) as never;
      });
    };
    afterEach(() => jest.restoreAllMocks());

    it('lets others have their turn between its steps and between its parts, and is one revision', async () => {
      const [project, other] = [await given(), await running.given.project()];
      const read = (): Promise<ApiResponse> => other.api.get(`projects/${other.id}/keys`);
      const dryRun = await merge(project, '&dryRun=true');
      const meanwhile: string[] = [];
      beforeSteps(async () => meanwhile.push(`step ${(await read()).status}`));
      // oxlint-disable-next-line typescript/unbound-method -- called with the instance
      const { rows } = Parts.prototype;
      jest.spyOn(Parts.prototype, 'rows').mockImplementation(async function (this: Parts, ...values) {
        meanwhile.push(`part ${(await read()).status}`);
        expect(await exported(project)).toEqual(JSON.parse(theirs));
        return rows.apply(this, values);
      });
      const ended = await merge(project);
      expect(ended).toMatchObject({ status: 200, body: { imported: 0, updated: KEYS - 1, skipped: 1 } });
      expect(dryRun.body).toEqual(ended.body);
      expect(meanwhile.length).toBeGreaterThan(6);
      expect(new Set(meanwhile)).toEqual(new Set(['step 200', 'part 200']));
      expect(await exported(project)).toEqual(JSON.parse(merged));
      const { project: now } = (await project.api.get(`projects/${project.id}`)).body;
      expect(now).toMatchObject({ revision: 3 });
      expect(await prepared()).toEqual([]);
    });

    it('leaves nothing if it fails at its end', async () => {
      const project = await given();
      jest.spyOn(FileTemplateStore.prototype, 'set').mockRejectedValueOnce(new Error('no space'));
      expect((await merge(project)).status).toBe(500);
      expect(await prepared()).toEqual([]);
      expect(await exported(project)).toEqual(JSON.parse(theirs));
    });

    it('writes nothing if its base is pruned between two steps', async () => {
      const project = await given();
      beforeSteps((step) =>
        step === 3
          ? database.rows('UPDATE projects SET oldest_revision = revision WHERE id = $1', [project.id])
          : undefined,
      );
      expect(await merge(project)).toMatchObject({ status: 429, body: { code: 'project_busy' } });
      expect(await merge(project)).toMatchObject({ status: 400, body: { code: 'revision_pruned' } });
      expect(await exported(project)).toEqual(JSON.parse(theirs));
    });
  });

  describe('as a preview that waits for its turn among the writers of the project', () => {
    const preview = ({ api, id }: Project, text: string): Promise<ApiResponse> =>
      api.post(`projects/${id}/import?format=json&language=en&dryRun=true&details=true`, undefined, {
        body: JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, text]))),
      });
    const createKey = ({ api, id }: Project, name: string): Promise<ApiResponse> =>
      api.post(`projects/${id}/keys`, { name, value: 'Other' });
    afterEach(() => jest.restoreAllMocks());

    /** Reads another project before each step of a preview. @param beforeStep is called then. @returns the number of steps */
    const spyOnSteps = async (beforeStep: (step: number) => Promise<unknown> | undefined): Promise<() => number> => {
      const other = await running.given.project();
      // oxlint-disable-next-line typescript/unbound-method -- called with the instance
      const { together } = Steps.prototype;
      let steps = 0;
      jest.spyOn(Steps.prototype, 'together').mockImplementation(async function (this: Steps, read) {
        await beforeStep(++steps);
        expect((await other.api.get(`projects/${other.id}/keys`)).status).toBe(200);
        return together.call(this, read) as never;
      });
      return () => steps;
    };

    it('because its file is too large to be kept for another attempt', async () => {
      const project = await running.given.project();
      await importInto(project);
      let written: Promise<ApiResponse> | undefined;
      const steps = await spyOnSteps(() => {
        written ??= createKey(project, 'other');
        return undefined;
      });
      const response = await preview(project, 'x'.repeat(3_000));
      expect(response).toMatchObject({ status: 200, body: { updated: KEYS, revision: 1 } });
      expect(steps()).toBeGreaterThan(2);
      expect((await written)?.status).toBe(201);
    });

    it('and lets them write while the preview of another project is before it', async () => {
      const [first, project] = [await running.given.project(), await running.given.project()];
      for (const each of [first, project]) await importInto(each);
      const reader = running.app.get(ImportReader);
      const read = reader.read.bind(reader);
      let behind: Promise<ApiResponse> | undefined;
      const isRead = new Promise<void>((resolve) => {
        jest.spyOn(reader, 'read').mockImplementation(async (...values) => {
          const file = await read(...values);
          if (behind) resolve();
          return file;
        });
      });
      let written: ApiResponse | undefined;
      await spyOnSteps(async (step) => {
        if (step > 1) return;
        behind = preview(project, 'x'.repeat(3_000));
        await isRead;
        for (let turn = 0; turn < 10; turn++) await project.api.get(`projects/${project.id}`);
        written = await createKey(project, 'other');
      });
      expect((await preview(first, 'x'.repeat(3_000))).status).toBe(200);
      expect([written?.status, (await behind)?.status]).toEqual([201, 200]);
    });

    it('because others have changed the project in each attempt', async () => {
      const project = await running.given.project();
      await importInto(project);
      const writes: Promise<ApiResponse>[] = [];
      const steps = await spyOnSteps(async (step) => {
        const written = createKey(project, `other${step}`);
        writes.push(written);
        if (step <= 3) await written;
      });
      const response = await preview(project, 'Another text');
      expect(response).toMatchObject({ status: 200, body: { updated: KEYS, revision: 4 } });
      expect(steps()).toBeGreaterThan(5);
      expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
    });
  });

  describe('that changes keys and texts of the project', () => {
    const numbers = Array.from({ length: KEYS }, (_, i) => i);
    const send = ({ api, id }: Project, options: string, file: string): Promise<ApiResponse> =>
      api.post(`projects/${id}/import?${options}`, undefined, { body: file });
    const csv = (rowOf: (i: number) => string): string => `key,en,de\n${numbers.map(rowOf).join('')}`;
    const all = csv((i) => `key${i},E${i},D${i}\n`);
    const inGerman = JSON.stringify(Object.fromEntries(numbers.map((i) => [`key${i}`, `D${i}`])));
    const described = (about: string): string =>
      JSON.stringify(
        Object.fromEntries(
          numbers.flatMap((i) => [
            [`key${i}`, `Text ${i}`],
            [`@key${i}`, { description: `${about} ${i}` }],
          ]),
        ),
      );
    /** Returns what others can see of a project. */
    const stateOf = ({ id }: Project): Promise<unknown[]> =>
      database.rows(
        `SELECT k.name, k.description, k.tags, k.meta, k.text_removed_in, t.language, t.text, t.state, t.meta AS text_meta
         FROM keys k LEFT JOIN translations t ON t.project_id = k.project_id AND t.key_id = k.id
         WHERE k.project_id = $1 ORDER BY k.name, t.language`,
        [id],
      );
    afterEach(() => jest.restoreAllMocks());

    it.each<[string, [string, string], [string, string], string, number]>([
      [
        'descriptions and tags',
        ['format=arb&language=en', described('About')],
        ['format=arb&language=en&tags=a', described('Now about')],
        `description LIKE 'Now about %' AND tags = '["a"]'`,
        KEYS,
      ],
      ['states', ['format=csv', all], ['format=csv&state=reviewed', all], `language = 'de' AND state = 2`, KEYS],
      [
        'texts that are cleared',
        ['format=csv', all],
        ['format=json&language=de&empty=clear&tags=a', inGerman.replace(/"D\d+"/g, '""')],
        `tags = '["a"]' AND text_removed_in = 2 AND language = 'en'`,
        KEYS,
      ],
      [
        'texts that the file lacks, of keys with several of them and of keys of the file',
        ['format=csv', all],
        ['format=csv&missingTexts=remove&tags=a', csv((i) => (i % 2 === 0 ? `key${i},E${i},\n` : ''))],
        `text_removed_in = 2 AND language IS DISTINCT FROM 'de'`,
        KEYS,
      ],
      [
        'keys that only a file of another language had',
        ['format=json&language=de', inGerman],
        ['format=json&language=en', body],
        `language = 'en' AND meta IS NULL`,
        KEYS,
      ],
    ])('lets others have their turn between its parts: %s', async (_, first, second, condition, count) => {
      const [project, other] = [await running.given.project(), await running.given.project()];
      await send(project, ...first);
      const before = await stateOf(project);
      const preview = await send(project, `${second[0]}&dryRun=true`, second[1]);
      // oxlint-disable-next-line typescript/unbound-method -- called with the instance
      const { together } = Parts.prototype;
      let parts = 0;
      jest.spyOn(Parts.prototype, 'together').mockImplementation(async function (this: Parts, work) {
        if (parts++ % 3 === 0) expect(await stateOf(project)).toEqual(before);
        expect((await other.api.get(`projects/${other.id}/keys`)).status).toBe(200);
        return together.call(this, work) as never;
      });
      const ended = await send(project, ...second);
      expect(ended).toMatchObject({ status: 200 });
      expect(ended.body).toEqual(preview.body);
      expect(parts).toBeGreaterThanOrEqual(KEYS / 1_000);
      const [found] = await database.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM (
           SELECT k.*, t.language, t.state FROM keys k LEFT JOIN translations t ON t.project_id = k.project_id AND t.key_id = k.id
           WHERE k.project_id = $1) rows WHERE ${condition}`,
        [project.id],
      );
      expect(found?.count).toBe(count);
      const { project: now } = (await project.api.get(`projects/${project.id}`)).body;
      expect(now).toMatchObject({ stringCount: KEYS, revision: 2 });
      expect(await prepared()).toEqual([]);
    });

    it('leaves all of it if it fails at its end', async () => {
      const project = await running.given.project();
      await send(project, 'format=arb&language=en', described('About'));
      const before = await stateOf(project);
      jest.spyOn(FileTemplateStore.prototype, 'set').mockRejectedValueOnce(new Error('no space'));
      expect((await send(project, 'format=arb&language=en', described('Now about'))).status).toBe(500);
      expect(await prepared()).toEqual([]);
      expect(await stateOf(project)).toEqual(before);
    });

    it('keeps its file with the descriptions that the keys have then', async () => {
      const project = await running.given.project();
      for (const about of ['About', 'Now about']) await send(project, 'format=arb&language=en', described(about));
      const [key] = await database.rows<{ id: string }>(`SELECT id FROM keys WHERE project_id = $1 AND name = 'key0'`, [
        project.id,
      ]);

      expect(await project.api.put(`keys/${key?.id}`, { description: 'About 0' })).toMatchObject({ status: 200 });
      const exported = await project.api.get(`projects/${project.id}/export?format=arb&language=en`);
      expect(exported.body['@key0']).toEqual({ description: 'About 0' });
    });
  });

  describe('that removes what its file lacks', () => {
    const fileOf = (language: string, isKept: (i: number) => boolean): string =>
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: KEYS }, (_, i) => i)
            .filter(isKept)
            .map((i) => [`key${i}`, `${language} ${i}`]),
        ),
      );
    const all = (): boolean => true;
    const even = (i: number): boolean => i % 2 === 0;
    const send = ({ api, id }: Project, language: string, isKept: (i: number) => boolean, options = '') =>
      api.post(`projects/${id}/import?format=json&language=${language}${options}`, undefined, {
        body: fileOf(language, isKept),
      });
    const given = async (): Promise<Project> => {
      const project = await running.given.project();
      await importInto(project);
      await send(project, 'de', all);
      return project;
    };
    const exported = async ({ api, id }: Project, language: string): Promise<string> =>
      JSON.stringify((await api.get(`projects/${id}/export?format=json&language=${language}`)).body);
    afterEach(() => jest.restoreAllMocks());

    it.each([
      ['keys', 'deleteMissing=true', 'en', KEYS / 2],
      ['texts', 'missingTexts=remove', 'de', 0],
      ['what has left the file since its base', 'deleteMissing=true&missingTexts=remove&base=2', 'en', KEYS / 2],
    ])('lets others have their turn between its steps: %s', async (_, options, language, deletedKeyCount) => {
      const [project, other] = [await given(), await running.given.project()];
      const preview = await send(project, language, even, `&details=true&dryRun=true&${options}`);
      expect(preview).toMatchObject({ status: 200, body: { details: { deletedKeyCount } } });
      // oxlint-disable-next-line typescript/unbound-method -- called with the instance
      const { together } = Steps.prototype;
      let steps = 0;
      jest.spyOn(Steps.prototype, 'together').mockImplementation(async function (this: Steps, read) {
        steps++;
        expect((await other.api.get(`projects/${other.id}/keys`)).status).toBe(200);
        return together.call(this, read) as never;
      });
      const ended = await send(project, language, even, `&details=true&${options}`);
      const details = { ...preview.body.details, nextCursor: null };
      expect(ended.body).toEqual({ ...preview.body, revision: 3, details });
      expect(steps).toBeGreaterThan(KEYS / 2_000);
      expect(await exported(project, language)).toBe(fileOf(language, even));
      expect(await countOf(project)).toBe(KEYS - deletedKeyCount);
      expect(await prepared()).toEqual([]);
    });

    it('leaves all of it if it fails at its end', async () => {
      const project = await given();
      jest.spyOn(FileTemplateStore.prototype, 'set').mockRejectedValueOnce(new Error('no space'));
      expect((await send(project, 'en', even, '&deleteMissing=true')).status).toBe(500);
      expect(await prepared()).toEqual([]);
      expect(await exported(project, 'de')).toBe(fileOf('de', all));
      expect(await countOf(project)).toBe(KEYS);
    });
  });

  it('removes texts of keys of the file in parts of as many rows as other writes, whatever the number of languages', async () => {
    const languages = ['en', 'de', 'fr', 'it'];
    const project = await running.given.project();
    const file = (texts: (i: number) => string): string =>
      `key,${languages.join()}\n${Array.from({ length: 1_500 }, (_, i) => `key${i},${texts(i)}\n`).join('')}`;
    const send = (query: string, table: string): Promise<ApiResponse> =>
      project.api.post(`projects/${project.id}/import?format=csv&createLanguages=true${query}`, undefined, {
        body: table,
      });
    await send(
      '',
      file((i) => languages.map((language) => `${language} ${i}`).join()),
    );
    const remove = jest.spyOn(TranslationStore.prototype, 'remove');
    const { status } = await send(
      '&missingTexts=remove',
      file((i) => `en ${i},,,`),
    );
    const counts = remove.mock.calls.map(([texts]) => [...texts].length);
    remove.mockRestore();
    expect(status).toBe(200);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4_500);
    // A part has 1,000 rows of keys and texts, and the texts of a key are in one part.
    expect(Math.max(...counts)).toBeLessThan(1_000);
  });

  it.each([
    ['away', 'before', 0],
    ['visible', 'after', 1],
  ])('its rows are %s at the next start if the process ended %s the revision was raised', async (_, when, count) => {
    const { id } = await running.given.project();
    const rows = new Parts(database, { id, revision: '0' }, 1);
    await rows.rows(
      `INSERT INTO keys (project_id, since, id, name, name_hash) VALUES ($1, 1, gen_random_uuid(), 'k', sha256('k'))`,
      [id],
    );
    if (when === 'after') await database.rows('UPDATE projects SET revision = 1 WHERE id = $1', [id]);
    const find = (): Promise<unknown[]> => database.rows('SELECT FROM keys WHERE project_id = $1', [id]);
    expect(await find()).toEqual([]);
    await endParts(database);
    expect(await find()).toHaveLength(count);
    expect(await prepared()).toEqual([]);
  });
});
