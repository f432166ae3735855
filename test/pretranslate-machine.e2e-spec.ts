import { PretranslationLease } from '../src/memory/pretranslate/pretranslation-lease';
import { startAppWithMachine } from './support/app-with-machine';
import type { Json } from './support/client';
import type { MachineServer } from './support/machine';
import { until } from './support/receiver';
import type { RunningApp } from './support/start-app';

describe('a pretranslation by a language model', () => {
  let machine: MachineServer;
  let running: RunningApp;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine('openai')));
  beforeEach(() => machine.begin());
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<RunningApp['given']['project']>>;

  const given = (keys: number, targetLanguages = ['de']): Promise<Project> =>
    running.given.project({
      targetLanguages,
      keys: Array.from({ length: keys }, (_, index) => ({ name: `key${index}`, value: `Text number${index} here` })),
    });
  const pretranslate = async ({ api, id }: Project, languages = ['de']): Promise<Json> =>
    (await api.post(`projects/${id}/pretranslate`, { languages, machine: true })).body.pretranslation;

  /** Lets the provider hold its answers. @returns what releases them */
  function hold(): () => void {
    const { answer } = machine.receiver;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    machine.receiver.answer = (response, message) => void released.then(() => answer(response, message));
    return release;
  }

  it.each([
    [500, '{}', 'failed'],
    [401, '{}', 'refused'],
    [456, '{}', 'quota'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'quota'],
  ])('ends after three requests that the provider answers with %s %s', async (status, body, error) => {
    const project = await given(12);
    machine.answerWith(status, body);
    expect(await pretranslate(project)).toMatchObject({ machine: 0, failed: 12, error });
    expect(machine.receiver.messages).toHaveLength(3);
  });

  it('goes on after fewer failures in a row, and loses no other text', async () => {
    const failure = { status: 500 };
    const project = await given(20);
    machine.failFirst(failure, failure);
    expect(await pretranslate(project)).toMatchObject({ machine: 18, failed: 2, error: 'failed' });
  });

  it('leaves out the language that the provider refuses', async () => {
    const project = await given(12, ['de', 'tlh']);
    const { answer } = machine.receiver;
    const isRefused = ({ payload }: Json): boolean => payload.messages[1].content.includes('(tlh)');
    machine.receiver.answer = (response, message) =>
      isRefused(message) ? void response.writeHead(400).end('{}') : answer(response, message);
    expect(await pretranslate(project, ['tlh', 'de'])).toMatchObject({ machine: 12, failed: 12, error: 'refused' });
    expect(machine.receiver.messages.filter(isRefused)).toHaveLength(3);
  });

  it('leaves the next request to a person who asks for a suggestion meanwhile', async () => {
    const project = await given(12);
    const release = hold();
    const pretranslated = pretranslate(project);
    await machine.receiver.received(3);
    const suggested = project.api.get(`keys/${project.keyIds[11]}/suggestions?language=de&machine=true`);
    await machine.receiver.received(4);
    const asked = JSON.parse(machine.receiver.messages[3]?.payload.messages[1].content);
    expect(asked).toMatchObject({ key: 'key11' });
    expect(asked).toHaveProperty('neighbours');
    release();
    expect((await suggested).body.machine.error).toBeNull();
    expect(await pretranslated).toMatchObject({ machine: 12, error: null });
  });

  it('pays for no text twice if its client goes while the provider translates', async () => {
    const project = await given(12);
    const charactersOf = async (): Promise<number> =>
      (await project.api.get('machine-translation')).body.machineTranslation.characters;
    const release = hold();
    const lease = jest.spyOn(running.app.get(PretranslationLease), 'run');
    const client = new AbortController();
    const stopped = fetch(`${running.url}/api/v1/projects/${project.id}/pretranslate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.organization.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ languages: ['de'], machine: true }),
      signal: client.signal,
    }).catch(() => 'stopped');
    await machine.receiver.received(3);
    client.abort();
    expect(await stopped).toBe('stopped');
    await until(() => lease.mock.calls[0]?.[1].aborted ?? false);
    const repeated = pretranslate(project);
    release();
    expect(await repeated).toMatchObject({ machine: 12, error: null });
    expect(machine.receiver.messages).toHaveLength(12);
    const sent = machine.receiver.messages.map(({ payload }) => JSON.parse(payload.messages[1].content));
    const characters = sent.reduce((sum, { key, texts }) => sum + key.length + texts[0].text.length, 0);
    expect(await charactersOf()).toBe(characters);
  });
});
