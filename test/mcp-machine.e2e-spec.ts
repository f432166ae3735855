import { ProviderRequests } from '../src/machine-translation/provider-requests';
import { startAppWithMachine } from './support/app-with-machine';
import type { Json } from './support/client';
import type { MachineServer } from './support/machine';
import { callTool } from './support/mcp';
import { until } from './support/receiver';
import type { RunningApp } from './support/start-app';

describe('get_keys of MCP after the ten seconds in which it asks a machine', () => {
  let machine: MachineServer;
  let running: RunningApp;
  /** Milliseconds by which the clock of the service is ahead. */
  let ahead: number;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine('openai')));
  beforeEach(() => {
    machine.begin();
    ahead = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<RunningApp['given']['project']>>;
  const given = (...values: string[]): Promise<Project> =>
    running.given.project({ keys: values.map((value, index) => ({ name: `k${index}`, value })) });
  const getKeys = async ({ api, id, keyIds }: Project): Promise<Json> => {
    const names = keyIds.map((_, index) => `k${index}`);
    return (await callTool(api, 'get_keys', { project: id, names, memory: 'de', machine: true })).result;
  };

  it('has no translation repaired, which is broken then', async () => {
    const project = await given('Open {name}', 'Close');
    machine.way = 'drops';
    const { answer } = machine.receiver;
    machine.receiver.answer = (response, message) => {
      ahead = 11_000;
      answer(response, message);
    };
    const { keys, missingHints } = await getKeys(project);
    expect(keys.map(({ memory }: Json) => memory)).toEqual([[{ machineError: 'broken' }], undefined]);
    expect(missingHints).toEqual(['k1']);
    expect(machine.receiver.messages).toHaveLength(1);
  });

  it('sends no request that has waited for other requests until then', async () => {
    const project = await given('Open');
    const { answer } = machine.receiver;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    machine.receiver.answer = (response, message) => void released.then(() => answer(response, message));
    const suggestions = `keys/${project.keyIds[0]}/suggestions?language=de&machine=true`;
    const others = Promise.all([1, 2, 3, 4].map(() => project.api.get(suggestions)));
    await machine.receiver.received(4);
    const sends = jest.spyOn(running.app.get(ProviderRequests), 'send');
    const shown = getKeys(project);
    await until(() => sends.mock.calls.length === 1);
    ahead = 11_000;
    release();
    expect((await shown).keys[0].memory).toEqual([{ machineError: 'busy' }]);
    await others;
    expect(machine.receiver.messages).toHaveLength(4);
  });
});
