import { ProviderClock } from '../src/machine-translation/provider-clock';
import { startAppWithMachine } from './support/app-with-machine';
import type { MachineServer } from './support/machine';
import { until } from './support/receiver';
import type { RunningApp } from './support/start-app';

type Project = Awaited<ReturnType<RunningApp['given']['project']>>;

describe('a machine that is too busy', () => {
  let machine: MachineServer;
  let running: RunningApp;
  /** Milliseconds of the waits, which take no time here. */
  let waits: number[];
  let now = 0;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine()));
  beforeEach(() => {
    machine.begin();
    waits = [];
    // The pauses of earlier tests are forgotten.
    now += 1_000_000;
    const clock = running.app.get(ProviderClock);
    jest.spyOn(clock, 'now').mockImplementation(() => now);
    jest.spyOn(clock, 'random').mockReturnValue(1);
    jest.spyOn(clock, 'delay').mockImplementation((milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    });
  });
  afterAll(() => running.close());

  const errorOf = async ({ api, keyIds }: Project): Promise<string | null> =>
    (await api.get(`keys/${keyIds[0]}/suggestions?language=de&machine=true`)).body.machine.error;
  const charactersOf = async ({ api }: Project): Promise<number> =>
    (await api.get('machine-translation')).body.machineTranslation.characters;
  const projectOf = (...values: string[]): Promise<Project> =>
    running.given.project({ keys: values.map((value, index) => ({ name: `key${index}`, value })) });
  const pretranslate = async ({ api, id }: Project, languages = ['de']) =>
    (await api.post(`projects/${id}/pretranslate`, { languages, machine: true })).body.pretranslation;

  it.each([429, 503])(
    'is asked again after the time that its answer with %s says, and counted once',
    async (status) => {
      const project = await projectOf('Nine ones');
      machine.failFirst({ status, headers: { 'retry-after': '2' } });
      expect(await errorOf(project)).toBeNull();
      expect(waits).toEqual([2_200]);
      expect(machine.receiver.messages).toHaveLength(2);
      expect(await charactersOf(project)).toBe(9);
    },
  );

  it('is asked again after longer and longer pauses, until nobody waits for it, and nothing is counted', async () => {
    const project = await projectOf('Nine ones');
    machine.answerWith(429, '{}', {});
    expect(await errorOf(project)).toBe('busy');
    expect(waits).toEqual([1_000, 2_000]);
    expect(await charactersOf(project)).toBe(0);
    // In its pause, it is not asked.
    const { length } = machine.receiver.messages;
    expect(await errorOf(project)).toBe('busy');
    expect(machine.receiver.messages).toHaveLength(length);
    // After it, it is asked once; and an answer ends the row of failures.
    now += 4_000;
    expect(await errorOf(project)).toBe('busy');
    expect(machine.receiver.messages).toHaveLength(length + 1);
    now += 8_000;
    machine.failFirst({ status: 429 });
    now += 60_001;
    expect(await errorOf(project)).toBeNull();
    expect(await charactersOf(project)).toBe(9);
  });

  it('is waited for by a pretranslation for the minute that it asks for, and no longer than two minutes', async () => {
    const project = await projectOf('Nine ones');
    const busy = { status: 429, headers: { 'retry-after': '60' } };
    machine.failFirst(busy);
    expect(await pretranslate(project)).toMatchObject({ machine: 1, error: null });
    expect(waits).toEqual([66_000]);
    machine.failFirst(busy, busy);
    expect(await pretranslate(await projectOf('Ten others'))).toMatchObject({ machine: 0, error: 'busy' });
    expect(waits).toEqual([66_000, 66_000]);
  });

  it('is not waited for if its account is used up', async () => {
    const project = await projectOf('Nine ones');
    machine.answerWith(429, '{"error":{"code":"insufficient_quota"}}', { 'retry-after': '1' });
    expect(await errorOf(project)).toBe('quota');
    expect(machine.receiver.messages).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('is not asked for ever, though it says that it can be asked again at once', async () => {
    const project = await projectOf('Nine ones');
    machine.answerWith(503, '{}', { 'retry-after': '0' });
    expect(await errorOf(project)).toBe('busy');
    expect(machine.receiver.messages).toHaveLength(9);
    expect(await charactersOf(project)).toBe(0);
  });

  it('does not keep the characters of a client that goes while it waits', async () => {
    const project = await projectOf('Nine ones');
    const clock = running.app.get(ProviderClock);
    const waiting = new Promise<AbortSignal>((resolve) =>
      jest.spyOn(clock, 'delay').mockImplementation((_, signal) => {
        resolve(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
        );
      }),
    );
    machine.answerWith(429, '{}', { 'retry-after': '3' });
    const client = new AbortController();
    const { url } = running;
    const answer = fetch(`${url}/api/v1/keys/${project.keyIds[0]}/suggestions?language=de&machine=true`, {
      headers: { authorization: `Bearer ${project.organization.secret}` },
      signal: client.signal,
    }).catch(() => 'gone');
    await waiting;
    client.abort();
    expect(await answer).toBe('gone');
    await until(async () => (await charactersOf(project)) === 0);
    expect(machine.receiver.messages).toHaveLength(1);
  });

  it('translates all that is missing, though it is busy now and then', async () => {
    const project = await running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: Array.from({ length: 401 }, (_, index) => ({
        name: `key${index}`,
        value: `Text ${'abcdefghij'[index % 10]}${index}`,
      })),
    });
    machine.answerWell();
    const { answer } = machine.receiver;
    machine.receiver.answer = (response, message) => {
      if (machine.receiver.messages.length % 2 === 0) return answer(response, message);
      response.writeHead(429).end('{}');
    };
    expect(await pretranslate(project, ['de', 'fr'])).toMatchObject({
      missing: 802,
      machine: 802,
      failed: 0,
      error: null,
    });
  });

  it('does not end a pretranslation by two requests that fail, and ends it after three failures in a row', async () => {
    const keys = Array.from({ length: 801 }, (_, index) => ({
      name: `key${index}`,
      value: `Text number${index} here`,
    }));
    const project = await running.given.project({ keys });
    machine.failFirst({ status: 500 }, { status: 500 });
    // A request has 50 texts.
    expect(await pretranslate(project)).toMatchObject({ machine: 701, failed: 100, error: 'failed' });
    machine.receiver.messages.length = 0;
    machine.answerWith(500, '{}');
    const other = await running.given.project({ keys });
    expect(await pretranslate(other)).toMatchObject({ machine: 0, failed: 801, error: 'failed' });
    // The first three requests were under way together: they are one failure.
    expect(machine.receiver.messages).toHaveLength(5);
  });

  it('asks for no more texts of a language that the provider refuses, and goes on with the others', async () => {
    const project = await running.given.project({
      targetLanguages: ['de', 'tlh'],
      keys: Array.from({ length: 201 }, (_, index) => ({ name: `key${index}`, value: `Text number${index} here` })),
    });
    machine.answerWell();
    const { answer } = machine.receiver;
    machine.receiver.answer = (response, message) => {
      if (message.payload.target_lang === 'DE') return answer(response, message);
      response.writeHead(400).end('{}');
    };
    expect(await pretranslate(project, ['tlh', 'de'])).toMatchObject({ machine: 201, failed: 201, error: 'refused' });
    expect(machine.receiver.messages.filter(({ payload }) => payload.target_lang !== 'DE')).toHaveLength(5);
  });
});
