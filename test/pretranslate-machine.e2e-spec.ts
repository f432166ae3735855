import { Database } from '../src/database/database';
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
    [400, '{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}', 'refused'],
  ])('ends after three failures in a row, in whatever language: %s %s', async (status, body, error) => {
    const project = await given(12, ['de', 'fr']);
    machine.answerWith(status, body);
    expect(await pretranslate(project, ['de', 'fr'])).toMatchObject({ machine: 0, failed: 24, error });
    // The first three requests were under way together.
    expect(machine.receiver.messages).toHaveLength(5);
  });

  it.each([
    [456, '{}'],
    [429, '{"error":{"code":"insufficient_quota"}}'],
  ])('ends if the account is used up: %s %s', async (status, body) => {
    const project = await given(12);
    machine.answerWith(status, body);
    expect(await pretranslate(project)).toMatchObject({ machine: 0, failed: 12, error: 'quota' });
    expect(machine.receiver.messages).toHaveLength(3);
  });

  it('goes on after three requests that fail together, and loses no other text', async () => {
    const failure = { status: 500 };
    const project = await given(20);
    machine.failFirst(failure, failure, failure);
    expect(await pretranslate(project)).toMatchObject({ machine: 17, failed: 3, error: 'failed' });
  });

  it('leaves out the languages that the provider refuses, however many these are', async () => {
    const refused = ['tlh', 'vo', 'ia', 'io'];
    const project = await given(12, ['de', ...refused]);
    const { answer } = machine.receiver;
    const isRefused = ({ payload }: Json): boolean => !payload.messages[1].content.includes('(de)');
    machine.receiver.answer = (response, message) =>
      isRefused(message) ? void response.writeHead(400).end('{}') : answer(response, message);
    expect(await pretranslate(project, [...refused, 'de'])).toMatchObject({
      ...{ machine: 12, failed: 48, error: 'refused' },
    });
    expect(machine.receiver.messages.filter(isRefused)).toHaveLength(5 * refused.length);
  });

  it('asks a model whose answers are rubbish for few texts of a language, and goes on with the others', async () => {
    const project = await given(60, ['de', 'tlh']);
    const { answer } = machine.receiver;
    const isRubbish = ({ payload }: Json): boolean => payload.messages[1].content.includes('(tlh)');
    machine.receiver.answer = (response, message) =>
      isRubbish(message) ? void response.writeHead(200).end('"Hello"') : answer(response, message);
    expect(await pretranslate(project, ['tlh', 'de'])).toMatchObject({ machine: 60, failed: 60, error: 'bad_answer' });
    // Twenty texts, and those that were under way with the last one.
    expect(machine.receiver.messages.filter(isRubbish).length).toBeLessThanOrEqual(22);
  });

  it('does not pay again for texts that the machine breaks: its repetition goes on behind them', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => ({ name: `key${index}`, value: `Save {name} ${index}` }));
    const project = await running.given.project({ keys });
    const namesOf = (): Set<string> =>
      new Set(machine.receiver.messages.map(({ payload }) => JSON.parse(payload.messages[1].content).key));
    machine.way = 'drops';
    expect(await pretranslate(project)).toMatchObject({ machine: 0, failed: 30, error: 'broken' });
    const broken = namesOf();
    expect(broken.size).toBeLessThanOrEqual(22);
    machine.begin();
    expect(await pretranslate(project)).toMatchObject({
      ...{ machine: 30 - broken.size, failed: broken.size, error: 'broken' },
    });
    expect([...namesOf()].filter((name) => broken.has(name))).toEqual([]);
    // The machine is told something else now.
    await project.api.put(`keys/${project.keyIds[0]}`, { description: 'A button' });
    expect(await pretranslate(project)).toMatchObject({ machine: 1, failed: broken.size - 1 });
  });

  describe('of texts that failed in an earlier run', () => {
    const FAILING = ['key0', 'key1', 'key2', 'key3', 'key4'];
    const keyOf = ({ payload }: Json): string => JSON.parse(payload.messages[1].content).key;

    /** Answers the texts of some keys with a status, and all others well. */
    function failFor(status: number, names: readonly string[]): void {
      machine.begin();
      const { answer } = machine.receiver;
      machine.receiver.answer = (response, message) =>
        names.includes(keyOf(message)) ? void response.writeHead(status).end('{}') : answer(response, message);
    }

    it.each([
      [500, 'failed'],
      [400, 'refused'],
    ])('translates all others before them, of whatever page: %s', async (status, error) => {
      // A page has 200 keys.
      const project = await given(205);
      failFor(status, FAILING);
      expect(await pretranslate(project)).toMatchObject({ machine: 0, failed: 205, error });
      failFor(status, FAILING);
      expect(await pretranslate(project)).toMatchObject({ machine: 200, failed: 5, error });
      expect(machine.receiver.messages.slice(0, 200).filter((message) => FAILING.includes(keyOf(message)))).toEqual([]);
      machine.begin();
      expect(await pretranslate(project)).toMatchObject({ machine: 5, failed: 0, error: null });
    });

    it('begins with the texts whose failure is the longest ago', async () => {
      const project = await given(9);
      const failAll = async (): Promise<string[]> => {
        machine.begin();
        machine.answerWith(500, '{}');
        await pretranslate(project);
        return machine.receiver.messages.map(keyOf).sort();
      };
      expect(await failAll()).toEqual(FAILING);
      const [again, ...others] = await failAll();
      expect(others).toEqual(['key5', 'key6', 'key7', 'key8']);
      expect(await failAll()).toEqual(expect.arrayContaining(FAILING.filter((name) => name !== again)));
    });

    it('forgets the failure of a text that it writes', async () => {
      const project = await given(1);
      failFor(500, ['key0']);
      await pretranslate(project);
      machine.begin();
      expect(await pretranslate(project)).toMatchObject({ machine: 1 });
      const rows = 'SELECT FROM paid_translations WHERE project_id = $1';
      expect(await running.app.get(Database).rows(rows, [project.id])).toEqual([]);
    });
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
