import { Checker } from '../src/findings/checker';
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
