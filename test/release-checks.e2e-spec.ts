import { Snapshots } from '../src/exports/snapshot/snapshots';
import { ReleaseChecks } from '../src/releases/release-checks';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

type Project = Awaited<ReturnType<RunningApp['given']['project']>>;

describe('a release with failOn, beside writes of others', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const BAD = { failOn: ['placeholder_missing'] };
  const given = (): Promise<Project> =>
    running.given.project({ keys: [{ name: 'a', value: 'Hello {name}', translations: { de: 'Hallo {name}' } }] });
  const keyOf = async ({ id, api }: Project): Promise<string> => (await api.get(`projects/${id}/keys`)).body.keys[0].id;
  const write = async (project: Project, change: object): Promise<unknown> =>
    expect(await project.api.put(`keys/${await keyOf(project)}`, change)).toMatchObject({ status: 200 });
  const publish = async ({ id, api }: Project, options: object): Promise<Json> => {
    const answer = await api.post(`projects/${id}/releases`, { channel: 'production', ...options });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.release;
  };
  const delivered = async ({ id, api }: Project): Promise<unknown> => {
    const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body;
    return (await fetch(`${running.url}/delivery/${deliveryToken.token}/production/de.json`)).json();
  };
  afterEach(() => jest.restoreAllMocks());

  it('has the texts that were checked', async () => {
    const project = await given();
    const snapshots = running.app.get(Snapshots);
    const read = snapshots.read.bind(snapshots);
    jest.spyOn(snapshots, 'read').mockImplementationOnce(async (...values) => {
      await write(project, { translations: { de: 'Hallo' } });
      return read(...values) as never;
    });
    const release = await publish(project, BAD);
    expect(await delivered(project)).toEqual({ a: 'Hallo {name}' });
    expect(release.revision).toBe(1);
  });

  it('is made of the revision to which the checks have come', async () => {
    const project = await given();
    const checks = running.app.get(ReleaseChecks);
    const check = checks.check.bind(checks);
    jest.spyOn(checks, 'check').mockImplementationOnce(async (...values) => {
      await write(project, { translations: { de: 'Guten Tag {name}' } });
      return check(...values);
    });
    expect(await publish(project, BAD)).toMatchObject({ revision: 2 });
    expect(await delivered(project)).toEqual({ a: 'Guten Tag {name}' });
  });

  it('is refused by a text that was reviewed at the checked revision', async () => {
    const project = await given();
    await write(project, { translations: { de: 'Hallo' }, states: { de: 'reviewed' } });
    const refused = (): Promise<ApiResponse> =>
      project.api.post(`projects/${project.id}/releases`, { channel: 'production', ...BAD, minState: 'reviewed' });
    expect(await refused()).toMatchObject({ status: 400, body: { code: 'checks_failed' } });
    const checks = running.app.get(ReleaseChecks);
    const check = checks.check.bind(checks);
    jest.spyOn(checks, 'check').mockImplementationOnce(async (...values) => {
      await write(project, { states: { de: 'draft' } });
      return check(...values);
    });
    expect(await refused()).toMatchObject({ status: 400, body: { code: 'checks_failed' } });
  });
});
