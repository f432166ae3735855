import { codecById } from '../../src/language-files';
import { type RunningApp, startApp } from '../support/start-app';

const FILE = '{ "a": "1",\n"b": "2" }';
const NEXT = '{ "a": "1",\n\n"b": "3" }';

describe('an import of a file whose export is kept', () => {
  const reads = jest.spyOn(codecById('json')?.template as unknown as { read: () => unknown }, 'read');
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  async function createProject() {
    const { api, id } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const importFile = (body: string, query = ''): Promise<unknown> =>
      api.post(`projects/${id}/import?format=json&language=de${query}`, undefined, { body });
    const exportFile = async (): Promise<string> =>
      (await api.get(`projects/${id}/export?format=json&language=de`)).bytes.toString();
    await importFile(FILE);
    expect(await exportFile()).toBe(FILE);
    reads.mockClear();
    return { importFile, exportFile };
  }

  it('reads the file for the next export', async () => {
    const { importFile, exportFile } = await createProject();
    await importFile(NEXT);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await exportFile()).toBe(NEXT);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is a dry run', NEXT, '&dryRun=true'],
    ['has the file of another namespace', NEXT, '&namespace=shop'],
    ['has the file of another language', NEXT, '&language=fr'],
    ['is refused', '{', ''],
  ])('reads nothing for exports if it %s', async (_name, body, query) => {
    const { importFile } = await createProject();
    await importFile(body, query);
    expect(reads).not.toHaveBeenCalled();
  });
});
