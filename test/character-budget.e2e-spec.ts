import { startAppWithMachine } from './support/app-with-machine';
import type { Json } from './support/client';
import type { MachineServer } from './support/machine';
import { startReplicas } from './support/replicas';
import type { RunningApp } from './support/start-app';

type Project = Awaited<ReturnType<RunningApp['given']['project']>>;

/** Different texts of nine characters each. */
const NINES = Array.from({ length: 50 }, (_, index) => {
  const letters = String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
  return { name: `nine.${letters}`, value: `Words ${letters}s` };
});

describe('a pretranslation near the end of the characters of a month', () => {
  let machine: MachineServer;
  let running: RunningApp;
  beforeAll(async () => ({ machine, running } = await startAppWithMachine('deepl', 100)));
  beforeEach(() => machine.begin());
  afterAll(() => running.close());

  const pretranslate = async ({ api, id }: Pick<Project, 'api' | 'id'>): Promise<Json> =>
    (await api.post(`projects/${id}/pretranslate`, { languages: ['de'], machine: true })).body.pretranslation;
  const charactersOf = async ({ api }: Project): Promise<number> =>
    (await api.get('machine-translation')).body.machineTranslation.characters;
  const sent = (): string[] => machine.receiver.messages.flatMap(({ payload }) => payload.text as string[]);

  it('sends as many texts of a request as still fit, and says that the month is used up', async () => {
    const project = await running.given.project({ keys: NINES });
    expect(await pretranslate(project)).toMatchObject({ missing: 50, machine: 11, failed: 39, error: 'month_used_up' });
    expect(sent()).toHaveLength(11);
    expect(await charactersOf(project)).toBe(99);
  });

  it('sends the texts in the order of the keys, without a text that does not fit', async () => {
    const values = ['a', 'b', 'c', 'd'].map((letter, index) => letter.repeat([60, 50, 30, 20][index] ?? 0));
    const project = await running.given.project({ keys: values.map((value) => ({ name: value[0] ?? '', value })) });
    const order = project.keyIds
      .map((id, index) => [id, values[index] ?? ''] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    let left = 100;
    const fitting = order.flatMap(([, value]) => {
      if (value.length > left) return [];
      left -= value.length;
      return [value];
    });
    await pretranslate(project);
    expect(sent()).toEqual(fitting);
    expect(await charactersOf(project)).toBe(100 - left);
  });

  it('sends nothing if no text fits', async () => {
    const project = await running.given.project({
      keys: ['a', 'b'].map((letter) => ({ name: letter, value: letter.repeat(101) })),
    });
    expect(await pretranslate(project)).toMatchObject({ machine: 0, failed: 2, error: 'month_used_up' });
    expect(sent()).toEqual([]);
    expect(await charactersOf(project)).toBe(0);
  });

  it('sends all parts of a plural or none', async () => {
    const value = '{count, plural, one {One single file here} other {Many many files here}}';
    const project = await running.given.project({ keys: [...NINES.slice(0, 8), { name: 'plural', value }] });
    const { machine: translated, failed } = await pretranslate(project);
    const parts = sent().filter((text) => text.includes('file'));
    expect([0, 2]).toContain(parts.length);
    expect(translated).toBeGreaterThan(0);
    expect(translated + failed).toBe(9);
    expect(await charactersOf(project)).toBe(sent().join('').length);
  });

  it('sends no more than that from two replicas at once', async () => {
    const { one, other, close } = await startReplicas({ machineTranslation: machine.settings('deepl', 100) });
    try {
      const project = await one.given.project({ keys: NINES });
      const { organization } = project;
      const second = await one.given.project({ organization, keys: NINES });
      const elsewhere = { id: second.id, api: other.operator.as(organization.secret) };
      const results = await Promise.all([pretranslate(project), pretranslate(elsewhere)]);
      expect(results.map(({ error }) => error)).toEqual(['month_used_up', 'month_used_up']);
      expect(results.reduce((sum, { machine: count }) => sum + Number(count), 0)).toBe(11);
      expect(sent()).toHaveLength(11);
      expect(await charactersOf(project)).toBe(99);
    } finally {
      await close();
    }
  });
});
