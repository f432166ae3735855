import { Database } from '../src/database/database';
import { Checker } from '../src/findings/checker';
import { ImportReader } from '../src/imports/reading/import-reader';
import { inSteps, MAX_ATTEMPTS, Steps } from '../src/project-write/dry-run';
import type { ProjectWrite } from '../src/project-write/project-write';
import type { ApiResponse } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('a dry run of an import', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('lets others write the project, and tells what it would do at one revision', async () => {
    const project = await running.given.project({
      keys: [{ name: 'n', value: 'A file', translations: { de: 'Datei' } }],
    });
    const body = JSON.stringify({ n: 'Eine Datei' });
    const dryRun = (): Promise<ApiResponse> =>
      project.api.post(
        `projects/${project.id}/import?format=json&language=de&dryRun=true&details=true&failOn=icu_syntax`,
        undefined,
        { body },
      );
    const checker = running.app.get(Checker);
    const check = checker.check.bind(checker);
    let written: Promise<ApiResponse> | undefined;
    const checking = jest.spyOn(checker, 'check').mockImplementation(async (...texts) => {
      await (written ??= project.api.post(`projects/${project.id}/keys`, { name: 'other', value: 'Other' }));
      return check(...texts);
    });
    const beside = await dryRun();
    expect({ status: beside.status, body: beside.body }).toMatchObject({ status: 200 });
    expect((await written)?.status).toBe(201);
    checking.mockRestore();
    const alone = await dryRun();
    const { revision } = beside.body;
    expect([1, 2]).toContain(revision);
    expect(beside.body).toEqual({ ...alone.body, revision });
  });
});

describe('a dry run of an import that begins again', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['', []],
    ['&base=2', []],
    ['&deleteMissing=true', ['gone']],
    ['&missingTexts=remove', []],
  ])('reads its file again (options: %j)', async (option, deleted) => {
    const { id, api } = await running.given.project({
      keys: [
        { name: 'n', value: 'A file' },
        { name: 'gone', value: 'Gone' },
      ],
    });
    const reader = running.app.get(ImportReader);
    const read = reader.read.bind(reader);
    // The thread that reads a file takes the memory of its bytes. Tests read in this process.
    const reading = jest.spyOn(reader, 'read').mockImplementation(async (request, ...others) => {
      const file = await read(request, ...others);
      structuredClone(request.bytes.buffer, { transfer: [request.bytes.buffer as ArrayBuffer] });
      return file;
    });
    const steps = jest.spyOn(Steps.prototype, 'together');
    steps.mockImplementationOnce(async function (this: Steps, work) {
      await api.post(`projects/${id}/keys`, { name: 'other', value: 'Other' });
      return this.together(work);
    });
    const body = JSON.stringify({ n: `Another file${' '.repeat(20_000)}` });
    const options = `format=json&language=en&dryRun=true&details=true${option}`;
    const answer = await api.post(`projects/${id}/import?${options}`, undefined, { body });
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200, body: { updated: 1 } });
    expect(answer.body.details.deletedKeys).toEqual(expect.arrayContaining(deleted));
    // On a database server, it is one transaction, which sees no later change.
    expect(reading).toHaveBeenCalledTimes(process.env.DATABASE_URL ? 1 : 2);
  });
});

describe('a dry run in steps', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  /** Runs work that reads the project once, and says how often it was begun. */
  const run = async (before: (createKey: () => Promise<unknown>, attempt: number) => Promise<unknown> | undefined) => {
    const { id, api } = await running.given.project();
    const database = running.app.get(Database);
    let begun = 0;
    const begin = async (): Promise<[ProjectWrite, void]> => {
      const [project] = await database.rows<{ revision: string }>(
        'SELECT id, revision, oldest_revision AS "oldestRevision" FROM projects WHERE id = $1',
        [id],
      );
      // The work reads by the transaction that it is given.
      return [
        { project, revision: project?.revision, in: (tx: unknown) => ({ tx }) } as unknown as ProjectWrite,
        undefined,
      ];
    };
    const work = async ({ tx }: ProjectWrite): Promise<string | undefined> => {
      const attempt = ++begun;
      await before(() => api.post(`projects/${id}/keys`, { name: `k${attempt}`, value: 'A' }), attempt);
      const [row] = await tx.rows<{ revision: string }>('SELECT revision FROM projects WHERE id = $1', [id]);
      return row?.revision;
    };
    const written = await inSteps(database, begin, work, MAX_ATTEMPTS).catch((error: unknown) => error);
    return { written, begun };
  };

  it('is begun anew if the project has changed since', async () => {
    const written = await run((createKey, attempt) => (attempt === 1 ? createKey() : undefined));
    expect(written).toEqual({ written: { result: '1', revision: '1', isChange: false }, begun: 2 });
  });

  it('is given up if the project changes again and again', async () => {
    expect(await run((createKey) => createKey())).toEqual({ written: undefined, begun: 3 });
  });

  it('ends with the error of its work, which is not tried again', async () => {
    const error = new Error('refused');
    expect(await run(() => Promise.reject(error))).toEqual({ written: error, begun: 1 });
  });
});
