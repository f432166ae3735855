import { ProviderClock } from '../src/machine-translation/provider-clock';
import { startAppWithMachine } from './support/app-with-machine';
import type { Json } from './support/client';
import type { MachineServer } from './support/machine';
import type { RunningApp } from './support/start-app';

type Project = Awaited<ReturnType<RunningApp['given']['project']>>;

describe('a pretranslation by a provider that is away for some time', () => {
  let machine: MachineServer;
  let running: RunningApp;
  /** Milliseconds of the waits, which take no time here. */
  let waits: number[];
  let now = 0;
  /** Is called at the end of each wait. */
  let onWait: () => Promise<void> | void;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine()));
  beforeEach(() => {
    machine.begin();
    waits = [];
    onWait = () => undefined;
    // The pauses of earlier tests are forgotten.
    now += 1_000_000;
    const clock = running.app.get(ProviderClock);
    jest.spyOn(clock, 'now').mockImplementation(() => now);
    jest.spyOn(clock, 'random').mockReturnValue(1);
    jest.spyOn(clock, 'delay').mockImplementation(async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      await onWait();
    });
  });
  afterAll(() => running.close());

  const given = (keys = 1): Promise<Project> =>
    running.given.project({ keys: Array.from({ length: keys }, (_, i) => ({ name: `k${i}`, value: `Text n${i}` })) });
  const pretranslate = async ({ api, id }: Project): Promise<Json> =>
    (await api.post(`projects/${id}/pretranslate`, { languages: ['de'], machine: true })).body.pretranslation;

  it.each([502, 503, 504])('waits for it: %s', async (status) => {
    machine.failFirst({ status }, { status });
    expect(await pretranslate(await given())).toMatchObject({ machine: 1, failed: 0, error: null });
    expect(waits).toEqual([1_000, 2_000]);
  });

  it('waits for it if the connection is closed', async () => {
    const { answer } = machine.receiver;
    machine.receiver.answer = (response, message) =>
      machine.receiver.messages.length === 1 ? void response.socket?.destroy() : answer(response, message);
    expect(await pretranslate(await given())).toMatchObject({ machine: 1, failed: 0, error: null });
    expect(waits).toEqual([1_000]);
  });

  it('waits for it if the connection is refused', async () => {
    await machine.close();
    onWait = async () => {
      onWait = () => undefined;
      await machine.receiver.listen();
    };
    expect(await pretranslate(await given())).toMatchObject({ machine: 1, failed: 0, error: null });
    expect(waits).toEqual([1_000]);
  });

  it.each([
    [502, 'failed'],
    [503, 'busy'],
  ])('ends when it has waited for two minutes, or eight times: %s', async (status, error) => {
    machine.answerWith(status, '{}', {});
    // A request has 50 texts.
    expect(await pretranslate(await given(301))).toMatchObject({ machine: 0, failed: 301, error });
    const waited = waits.reduce((sum, each) => sum + each, 0);
    expect(waited).toBeGreaterThan(60_000);
    expect(waited).toBeLessThanOrEqual(120_000);
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [500, 'failed'],
  ])('does not wait if the provider is there, and refuses or fails: %s', async (status, error) => {
    machine.answerWith(status, '{}', {});
    expect(await pretranslate(await given())).toMatchObject({ machine: 0, failed: 1, error });
    expect(waits).toEqual([]);
  });
});
