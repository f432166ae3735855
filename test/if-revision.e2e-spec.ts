import type { ApiResponse, Client } from './support/client';
import { Exchange } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

describe('ifRevision', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  let id: string;
  let api: Client;
  let keyId: string;
  let exchange: Exchange;
  beforeEach(async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    ({ id, api } = project);
    keyId = project.keyIds[0] ?? '';
    exchange = new Exchange(api, id);
  });

  const FILE = { bytes: '{"a": "Ä", "b": "B"}', name: 'de.json' };
  const revision = async (): Promise<number> => (await api.get(`projects/${id}`)).body.project.revision;
  const state = async () => (await api.get(`projects/${id}`)).bytes.toString();
  const batch = (ifRevision: number | string): Promise<ApiResponse> =>
    api.post(`projects/${id}/keys/batch?ifRevision=${ifRevision}`, { create: [{ name: 'c', value: 'C' }] });

  /** The operations that take it, each with a function that sends it. */
  const OPERATIONS: [string, (ifRevision: number | string) => Promise<ApiResponse>][] = [
    ['an import', (ifRevision) => exchange.import(FILE, { ifRevision: String(ifRevision) })],
    ['a dry run', (ifRevision) => exchange.import(FILE, { ifRevision: String(ifRevision), dryRun: true })],
    ['a raw import', (ifRevision) => exchange.import({ bytes: FILE.bytes }, rawOptions(ifRevision))],
    ['a batch', batch],
  ];
  const rawOptions = (ifRevision: number | string) => ({
    format: 'json',
    language: 'de',
    ifRevision: String(ifRevision),
  });

  it.each(OPERATIONS)('lets %s pass at that revision', async (_, send) => {
    expect((await send(await revision())).status).toBe(200);
  });

  it.each(OPERATIONS)(
    'makes %s at another revision a 400 with the current one, and nothing is written',
    async (_, send) => {
      const seen = await revision();
      await api.put(`keys/${keyId}`, { value: 'B' });
      const before = await state();
      for (const expected of [seen, seen + 2]) {
        const { status, body } = await send(expected);
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { code: 'revision_moved', revision: seen + 1, errors: [{ parameter: 'ifRevision' }] },
        });
      }
      expect(await state()).toBe(before);
    },
  );

  it.each(OPERATIONS)('refuses what is no revision in %s', async (_, send) => {
    for (const wrong of ['', '-1', '1.5', 'x', '99999999999999999999']) {
      expect(await send(wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  it('does with the revision of a dry run what it showed', async () => {
    const shown = await exchange.imported(FILE, { dryRun: true });
    const done = await exchange.imported(FILE, { ifRevision: String(shown.revision) });
    expect({ ...done, revision: 0 }).toEqual({ ...shown, revision: 0 });
    expect(done.revision).toBe(shown.revision + 1);
  });

  it('lets one of several writers of the same revision win', async () => {
    const seen = await revision();
    const responses = await Promise.all(
      ['c', 'd', 'e', 'f'].map((name) =>
        api.post(`projects/${id}/keys/batch?ifRevision=${seen}`, { create: [{ name, value: 'x' }] }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await revision()).toBe(seen + 1);
  });
});
