import fc from 'fast-check';
import { Database } from '../src/database/database';
import { RELEASE } from '../src/findings/check-run-statements';
import { Checker } from '../src/findings/checker';
import { FindingsRefresher } from '../src/findings/findings-refresher';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'ja', 'pt', 'da', 'fi', 'cs'];
/** With so many languages, a first page checks 77 keys, and compares 770 with a searched text. */
const KEYS = 900;

describe('the first page of a filter that looks through texts', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const importTexts = async ({ id, api }: Project, language: string, texts: Json): Promise<void> => {
    const path = `projects/${id}/import?format=json&language=${language}`;
    expect(await api.post(path, undefined, { body: JSON.stringify(texts) })).toMatchObject({ status: 200 });
  };

  const nameOf = (index: number): string => `s${index % 3}.k${String(index).padStart(4, '0')}`;

  /** A project in which few keys have findings. */
  async function given(failing: readonly number[]): Promise<Project> {
    const project = await running.given.project({ targetLanguages: LANGUAGES });
    for (const language of ['en', ...LANGUAGES]) {
      const texts = Array.from({ length: KEYS }, (_, i) => {
        const isFailing = failing.includes(i) && LANGUAGES[i % LANGUAGES.length] === language;
        return [nameOf(i), `${language} ${i} ${isFailing ? '' : '{name}'}!`];
      });
      await importTexts(project, language, Object.fromEntries(texts));
    }
    return project;
  }

  /** Makes the project one that was never checked. */
  const forgetChecks = async ({ id }: Project): Promise<void> => {
    await running.app.get(FindingsRefresher).ended();
    await running.app.get(Database).rows('DELETE FROM project_checks WHERE project_id = $1', [id]);
    await running.app.get(Database).rows('DELETE FROM findings WHERE project_id = $1', [id]);
  };

  /** Reads all pages. */
  async function pagesOf({ id, api }: Project, query: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await api.get(`projects/${id}/keys?${query}${cursor && `&cursor=${cursor}`}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      pages.push(body.keys.map(({ name }: Json) => name as string));
      if (body.nextCursor === null) return pages;
      cursor = body.nextCursor;
    }
  }

  const inOrder = (names: readonly string[]): string[] => [...new Set(names)].sort();

  it('has findings of the first keys before the project was checked, and the next pages the others', async () => {
    const indexes = fc.uniqueArray(fc.nat(KEYS - 1), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(indexes, fc.nat(99), async (failing, place) => {
        const project = await given(failing);
        const findings = async (query = ''): Promise<Json[]> =>
          (await project.api.get(`projects/${project.id}/checks?limit=1000${query}`)).body.findings;
        const all = await findings();
        const ignored = all[place % Math.max(1, all.length)];
        if (ignored) {
          const { language, code } = ignored;
          await project.api.post(`keys/${ignored.keyId}/checks`, { language, code, ignored: true });
        }
        const open = (await findings()).filter((finding) => !finding.ignored);
        const named = (isSelected: (finding: Json) => boolean): string[] =>
          inOrder(open.filter(isSelected).map(({ name }) => name as string));
        for (const [query, isSelected] of [
          ['check=any', () => true],
          ['check=placeholder_missing&language=de,fr', ({ language }) => ['de', 'fr'].includes(language as string)],
          ['check=any&namespace=s1', ({ name }) => (name as string).startsWith('s1.')],
          ['needsWork=de', ({ language }) => language === 'de'],
          ['needsWork=fr&check=any', ({ language }) => language === 'fr'],
          ['check=too_long', () => false],
        ] as [string, (finding: Json) => boolean][]) {
          await forgetChecks(project);
          for (const limit of [15, 1_000]) {
            const pages = await pagesOf(project, `${query}&limit=${limit}`);
            expect([query, pages.flat()]).toEqual([query, named(isSelected)]);
          }
        }
      }),
      { numRuns: 2 },
    );
  }, 240_000);

  it('does not wait for a check run of many steps', async () => {
    const project = await given([0, KEYS - 1]);
    await forgetChecks(project);
    const { body } = await project.api.get(`projects/${project.id}/keys?check=any`);
    expect(body.keys).toMatchObject([{ name: nameOf(0) }]);
    expect(body.nextCursor).not.toBeNull();
    const next = await project.api.get(`projects/${project.id}/keys?check=any&cursor=${body.nextCursor}`);
    expect(next.body).toMatchObject({ keys: [{ name: nameOf(KEYS - 1) }], nextCursor: null });
  });

  it('waits for the checks of at most 1,000 texts, before a check run begins', async () => {
    const project = await given([0]);
    await forgetChecks(project);
    const checkPacked = jest.spyOn(running.app.get(Checker), 'checkPacked');
    const page = await project.api.get(`projects/${project.id}/keys?check=any`);
    expect(page.body.keys).toMatchObject([{ name: nameOf(0) }]);
    const [, checked] = checkPacked.mock.calls[0] ?? [];
    checkPacked.mockRestore();
    const keys = JSON.parse(checked?.keys ?? '[]') as unknown[];
    expect([keys.length > 0, keys.length * LANGUAGES.length <= 1_000]).toEqual([true, true]);
  });

  it('has all keys if their total is asked for', async () => {
    const project = await given([1, KEYS - 1]);
    await forgetChecks(project);
    const { body } = await project.api.get(`projects/${project.id}/keys?check=any&total=true`);
    expect(body).toMatchObject({ keys: [{ name: nameOf(1) }, { name: nameOf(KEYS - 1) }], total: 2, nextCursor: null });
  });

  it('compares the first keys with a searched text, and the next page all others', async () => {
    const project = await given([]);
    const searched = (index: number): string => encodeURIComponent(`fr ${index} {name}`);
    // In the order of the names, the namespaces follow each other.
    expect(await pagesOf(project, `search=${searched(0)}`)).toEqual([[nameOf(0)], []]);
    expect(await pagesOf(project, `search=${searched(KEYS - 1)}`)).toEqual([[], [nameOf(KEYS - 1)]]);
    expect(await pagesOf(project, `search=${searched(KEYS - 1)}&namespace=s2`)).toEqual([[nameOf(KEYS - 1)]]);
    expect(await pagesOf(project, `search=${searched(KEYS - 1)}&sort=-updatedAt`)).toEqual([[nameOf(KEYS - 1)]]);
  });
});

describe('a write of many texts', () => {
  const CHECKED = `SELECT c.exact FROM project_checks c JOIN projects p ON p.id = c.project_id AND p.revision = c.revision
    WHERE p.id = $1`;
  const FINDINGS = 'SELECT code FROM findings WHERE project_id = $1';

  /** Imports 4,000 texts of a language. The last German one has a finding. */
  async function importTexts(project: Awaited<ReturnType<RunningApp['given']['project']>>, language: string) {
    const last = language === 'de' ? 'Text  with two spaces' : 'Text';
    const texts = Array.from({ length: 4_000 }, (_, i) => [`k${i}`, i === 3_999 ? last : 'Text']);
    const body = JSON.stringify(Object.fromEntries(texts));
    await project.api.post(`projects/${project.id}/import?format=json&language=${language}`, undefined, { body });
  }

  it('is followed by a check run that no read asks for', async () => {
    const running = await startApp();
    try {
      const project = await running.given.project({ targetLanguages: ['de'] });
      await importTexts(project, 'en');
      await importTexts(project, 'de');
      await running.app.get(FindingsRefresher).ended();
      const database = running.app.get(Database);
      expect(await database.rows(CHECKED, [project.id])).toEqual([{ exact: true }]);
      expect(await database.rows(FINDINGS, [project.id])).toEqual([{ code: 'double_space' }]);
    } finally {
      await running.close();
    }
  });

  it('is followed by a check run of its own when an earlier one is ending', async () => {
    const running = await startApp();
    try {
      const database = running.app.get(Database);
      const rows = database.rows.bind(database);
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const isHeld = new Promise<void>((resolve) => {
        jest.spyOn(database, 'rows').mockImplementation(async (statement, values) => {
          if (statement === RELEASE) {
            resolve();
            await released;
          }
          return rows(statement, values);
        });
      });
      const project = await running.given.project({ targetLanguages: ['de'] });
      await importTexts(project, 'en');
      await isHeld;
      await importTexts(project, 'de');
      release();
      await running.app.get(FindingsRefresher).ended();
      expect(await database.rows(CHECKED, [project.id])).toEqual([{ exact: true }]);
      expect(await database.rows(FINDINGS, [project.id])).toEqual([{ code: 'double_space' }]);
    } finally {
      jest.restoreAllMocks();
      await running.close();
    }
  });
});
