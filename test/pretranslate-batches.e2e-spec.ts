import { startAppWithMachine } from './support/app-with-machine';
import type { Json } from './support/client';
import type { MachineServer } from './support/machine';
import type { RunningApp } from './support/start-app';

describe('a pretranslation by a provider that translates several texts in a request', () => {
  let machine: MachineServer;
  let running: RunningApp;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine()));
  beforeEach(() => machine.begin());
  afterAll(() => running.close());

  it('asks for a text that failed in an earlier run alone, so that the other texts of its request are translated', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => ({ name: `key${index}`, value: `Text number${index} here` }));
    const { api, id } = await running.given.project({ keys });
    const pretranslate = async (): Promise<Json> =>
      (await api.post(`projects/${id}/pretranslate`, { languages: ['de'], machine: true })).body.pretranslation;
    const { answer } = machine.receiver;
    machine.receiver.answer = (response, message) =>
      message.payload.text.includes('Text number7 here')
        ? void response.writeHead(400).end('{}')
        : answer(response, message);
    // A request has 50 texts.
    expect(await pretranslate()).toMatchObject({ machine: 10, failed: 50, error: 'refused' });
    expect(await pretranslate()).toMatchObject({ machine: 49, failed: 1, error: 'refused' });
  });
});
