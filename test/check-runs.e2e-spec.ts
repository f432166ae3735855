import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundDatabase } from '../src/database/background-database';
import { Database } from '../src/database/database';
import { Checker } from '../src/findings/checker';
import { FindingsRefresher } from '../src/findings/findings-refresher';
import { ChecksWatch } from '../src/webhooks/checks-watch';
import type { Json } from './support/client';
import { later } from './support/later';
import { Receiver, until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

type Check = Checker['checkPacked'];

describe('a check run', () => {
  let service: RunningApp;
  let receiver: Receiver;
  beforeAll(async () => (service = await startApp({ webhookPrivateAddresses: true })));
  afterAll(() => service.close());
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(async () => {
    jest.restoreAllMocks();
    await receiver.close();
  });

  type Project = Awaited<ReturnType<typeof givenProject>>;

  const givenProject = async (running = service) => {
    const project = await running.given.project();
    const webhook = { url: receiver.url, events: ['checks.failed'] };
    expect((await project.api.post(`projects/${project.id}/webhooks`, webhook)).status).toBe(201);
    return project;
  };
  const addFinding = async ({ api, id }: Project): Promise<void> => {
    const key = { name: 'a', value: 'Open {x}', translations: { de: 'Auf' } };
    expect((await api.post(`projects/${id}/keys`, key)).status).toBe(201);
  };
  /** Imports texts that are checked in several steps. */
  const importTexts = async ({ api, id }: Pick<Project, 'api' | 'id'>): Promise<void> => {
    const texts = Array.from({ length: 12_000 }, (_, i) => [`key ${i}`, `Text ${i}`]);
    const body = JSON.stringify(Object.fromEntries(texts));
    expect((await api.send('POST', `projects/${id}/import?format=json&language=en`, { body })).status).toBe(200);
  };
  const notified = ({ id }: Project) => receiver.received(1, ({ payload }) => payload.data.projectId === id);

  /** Replaces the checks of an organization. @returns the number of their calls */
  const replaceChecks = (
    { organization }: Pick<Project, 'organization'>,
    replace: (check: () => ReturnType<Check>) => ReturnType<Check>,
  ) => {
    const calls = { count: 0 };
    // oxlint-disable-next-line typescript/unbound-method -- called with the instance
    const original = Checker.prototype.checkPacked;
    jest.spyOn(Checker.prototype, 'checkPacked').mockImplementation(function (this: Checker, organizationId, texts) {
      const check = (): ReturnType<Check> => original.call(this, organizationId, texts);
      if (organizationId !== organization.id) return check();
      calls.count++;
      return replace(check);
    });
    return calls;
  };

  it('does not delay the webhooks of other projects', async () => {
    const [slow, other] = [await givenProject(), await givenProject()];
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = replaceChecks(slow, (check) => ended.then(check));
    await addFinding(slow);
    await until(() => calls.count > 0);
    await addFinding(other);
    await notified(other);
    expect(receiver.messages).toHaveLength(1);
    end();
    await notified(slow);
  });

  it('does not stop the check runs of other projects if it fails, and is repeated later', async () => {
    const [failing, other] = [await givenProject(), await givenProject()];
    let isBroken = true;
    const calls = replaceChecks(failing, (check) => (isBroken ? Promise.reject(new Error('broken')) : check()));
    await addFinding(failing);
    await until(() => calls.count > 0);
    await addFinding(other);
    await notified(other);
    isBroken = false;
    await later(60_000, async () => {
      await notified(failing);
    });
  });

  it('is not repeated at once if it fails', async () => {
    const [failing, other] = [await givenProject(), await givenProject()];
    const calls = replaceChecks(failing, () => Promise.reject(new Error('broken')));
    await addFinding(failing);
    await until(() => calls.count > 0);
    // Each change wakes the watch.
    for (let revision = 1; revision <= 3; revision++) {
      await other.api.put(`projects/${other.id}`, { name: `Project ${revision}` });
    }
    await addFinding(other);
    await notified(other);
    expect(calls.count).toBe(1);
  });

  it('gives way to requests until a read waits for it', async () => {
    // The other service repeats check runs that failed, in the background too.
    const own = await startApp();
    const project = await own.given.project();
    const transactions = jest.spyOn(own.app.get(BackgroundDatabase), 'transaction');
    // The index of the memory has no transaction that only reads.
    const countInBackground = () =>
      transactions.mock.calls.filter(([begin]) => String(begin).includes('READ ONLY')).length;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = replaceChecks(project, (check) => ended.then(check));
    await importTexts(project);
    await until(() => calls.count > 0);
    const before = countInBackground();
    expect(before).toBeGreaterThan(0);

    const from = own.app.get(Database).limitedTo({ timeoutMs: 300_000 });
    const asked = jest.spyOn(from, 'transaction');
    const revision = { id: project.id, organizationId: project.organization.id, revision: '1' };
    const read = own.app.get(FindingsRefresher).read(revision, 'BEGIN', (_, found) => Promise.resolve(found), from);
    await asked.mock.results[0]?.value;
    end();
    await expect(read).resolves.toMatch(/^[1-9]/);
    expect(calls.count).toBeGreaterThan(1);
    expect(countInBackground()).toBe(before);
    await own.close();
  });

  it.each<
    [string, (project: Project, key: string) => Promise<unknown>, (project: Project, key: string) => Promise<unknown>]
  >([
    [
      'is deleted and put back',
      ({ api }, key) => api.delete(`keys/${key}`),
      ({ api, id }) => api.post(`projects/${id}/restore`, { revision: 2 }),
    ],
    [
      'is renamed and gets its name back',
      ({ api }, key) => api.put(`keys/${key}`, { name: 'z' }),
      ({ api }, key) => api.put(`keys/${key}`, { name: 'a' }),
    ],
  ])('finds what there is in a key that %s while and after it is checked', async (_, change, changeBack) => {
    const project = await service.given.project();
    const { api, id, organization } = project;
    const list = async () => (await api.get(`projects/${id}/checks`)).body;
    // The next check run has one step.
    expect((await list()).findings).toEqual([]);
    const given = { value: 'Open {x}', translations: { de: 'Auf' } };
    const { key } = (await api.post(`projects/${id}/keys`, { name: 'a', ...given })).body;
    await api.post(`projects/${id}/keys`, { name: 'b', ...given });
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = replaceChecks(project, (check) => ended.then(check));
    const checked = service.app.get(FindingsRefresher).refresh(id, organization.id);
    await until(() => calls.count > 0);
    await change(project, key.id);
    end();
    await checked;
    await changeBack(project, key.id);

    const { findings } = await list();
    expect(findings.map(({ name }: Json) => name)).toEqual(['a', 'b']);
    const { keys } = (await api.get(`projects/${id}/keys?check=any`)).body;
    expect(keys.map(({ name }: Json) => name)).toEqual(['a', 'b']);
  });

  it('ends after its current step when the service is closed', async () => {
    const closed = await startApp({ webhookPrivateAddresses: true });
    const project = await givenProject(closed);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = replaceChecks(project, (check) => ended.then(check));
    await importTexts(project);
    await until(() => calls.count > 0);
    const closing = closed.close();
    end();
    await closing;
    expect(calls.count).toBe(1);
  });

  it('is not begun any more when the service is closed, although the project has changed', async () => {
    const closed = await startApp({ webhookPrivateAddresses: true });
    const watch = closed.app.get(ChecksWatch);
    const refresh = jest.spyOn(closed.app.get(FindingsRefresher), 'refresh');
    watch.onModuleDestroy();
    await addFinding(await givenProject(closed));
    watch.wake();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    await closed.close();
    expect(refresh).not.toHaveBeenCalled();
  });
});
