import type { ApiResponse, Client } from './support/client';
import { MachineServer } from './support/machine';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-crash-tests-03';
/** Three pages, of four requests each. */
const KEYS = 600;
const REQUESTS_PER_PAGE = 4;
const TEXTS_OF_TWO_PAGES = 400;

const texts = Object.fromEntries(
  Array.from({ length: KEYS }, (_, index) => [`key${index}`, `Text number${index} of them`]),
);

describe('a pretranslation whose process is killed', () => {
  /** How often the provider got each text. */
  function timesOf(machine: MachineServer): number[] {
    const times = new Map<string, number>();
    for (const { payload } of machine.receiver.messages)
      for (const text of payload.text as string[]) times.set(text, (times.get(text) ?? 0) + 1);
    return [...times.values()];
  }

  /** Lets the third page wait for its answer. @returns when the provider has got its first request */
  function holdThirdPage(machine: MachineServer): Promise<void> {
    const { answer } = machine.receiver;
    return new Promise((resolve) => {
      machine.receiver.answer = (response, message) => {
        if (machine.receiver.messages.length > 2 * REQUESTS_PER_PAGE) resolve();
        else answer(response, message);
      };
    });
  }

  async function survives(place: Place, machine: MachineServer): Promise<void> {
    const start = (): Promise<ServiceProcess> =>
      ServiceProcess.start(place, {
        BOOTSTRAP_API_KEY: SECRET,
        LOG_LEVEL: 'warn',
        DATA_DURABILITY: 'full',
        MT_PROVIDER: 'deepl',
        MT_API_KEY: 'secret-of-the-provider',
        MT_URL: machine.url,
        MT_PRIVATE_ADDRESSES: 'true',
      });
    const pretranslate = (api: Client, id: string): Promise<ApiResponse> =>
      api.post(`projects/${id}/pretranslate`, { languages: ['de'], machine: true });
    const killed = await start();
    const services = [killed];
    try {
      const api = killed.client(SECRET);
      const { id } = (await api.post('projects', { name: 'P', sourceLanguage: 'en', targetLanguages: ['de'] })).body
        .project;
      await api.send('POST', `projects/${id}/import?format=json&language=en`, { body: JSON.stringify(texts) });
      const { revision } = (await api.get(`projects/${id}`)).body.project;
      const isHeld = holdThirdPage(machine);
      const cut = pretranslate(api, id).catch(() => undefined);
      await isHeld;
      await killed.stop('SIGKILL');
      await cut;
      machine.answerWell();
      services.push(await start());
      // Where there is a database server, there are two replicas.
      if (process.env.DATABASE_URL) services.push(await start());
      const [one, other] = [services[1], services[2] ?? services[1]].map((service) => service?.client(SECRET));
      if (!one || !other) throw new Error('no service');
      expect((await one.get(`projects/${id}`)).body.project.revision).toBe(revision);
      const answers = await Promise.all([pretranslate(one, id), pretranslate(other, id)]);
      const numbers = answers.map(({ status, body }) => (status === 200 ? body.pretranslation.machine : body.code));
      expect(numbers).toContain(KEYS);
      expect([0, 'project_busy']).toContain(numbers.find((number) => number !== KEYS));
      // Only texts whose answers did not arrive were asked for again.
      const times = timesOf(machine);
      expect(times).toHaveLength(KEYS);
      expect(times.filter((count) => count === 1).length).toBeGreaterThanOrEqual(TEXTS_OF_TWO_PAGES);
      expect(Math.max(...times)).toBeLessThanOrEqual(2);
      // One change, which is undone as one.
      const { changes } = (await one.get(`projects/${id}/changes?limit=1`)).body;
      await one.post(`projects/${id}/changes/${changes[0].revision}/undo`, {});
      const { body } = await one.get(`projects/${id}/export?format=json&language=de`);
      expect(Object.values(body as object).filter((text) => text !== null && text !== '')).toEqual([]);
    } finally {
      for (const service of services) await service.stop('SIGKILL');
    }
  }

  it('is paid for once, whoever repeats it, and ends as one change', () =>
    withPlace(async (place) => {
      const machine = await MachineServer.start();
      try {
        await survives(place, machine);
      } finally {
        await machine.close();
      }
    }));
});
