import { tmx } from './oracles/readers';
import { describeWith } from './oracles/oracle';
import type { ApiResponse } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the export of the translation memory', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const exported = ({ api }: Pick<Project, 'api'>, to = 'de'): Promise<ApiResponse> =>
    api.get(`memory/export?from=en&to=${to}`);
  const unitsOf = ({ bytes }: ApiResponse): string[][] =>
    [...bytes.toString().matchAll(/<tu tuid="([^"]*)">.*?<seg>(.*?)<\/seg>.*?<seg>(.*?)<\/seg>/gs)].map((unit) =>
      unit.slice(1),
    );

  it('has the translations that are offered, with where they are from', async () => {
    const project = await running.given.project({
      name: 'A & B',
      keys: [
        { name: 'a', value: 'Save <b>{name}</b>', translations: { de: '<b>{name}</b> speichern' } },
        { name: 'b', value: 'Load' },
        { name: 'c', value: 'Draft', translations: { de: 'Entwurf' } },
        { name: 'd', value: 'Old', translations: { de: 'Alt' } },
      ],
    });
    const states = await project.api.put(`keys/${project.keyIds[2]}`, { states: { de: 'draft' } });
    const outdated = await project.api.put(`keys/${project.keyIds[3]}`, { value: 'New' });
    expect([states.status, outdated.status]).toEqual([200, 200]);
    const answer = await exported(project);
    expect({ status: answer.status, name: answer.headers.get('content-disposition') }).toEqual({
      status: 200,
      name: 'attachment; filename=memory-en-de.tmx',
    });
    expect(unitsOf(answer)).toEqual([
      [project.keyIds[0], 'Save &lt;b&gt;{name}&lt;/b&gt;', '&lt;b&gt;{name}&lt;/b&gt; speichern'],
    ]);
    for (const property of ['x-project">A &amp; B<', 'x-key">a<', 'x-state">translated<']) {
      expect(answer.bytes.toString()).toContain(`<prop type="${property}`);
    }
    expect(unitsOf(await exported(project, 'fr'))).toEqual([]);
  });

  it('leaves out projects that are kept out of the memory or out of reach', async () => {
    const keys = [{ name: 'a', value: 'Save', translations: { de: 'Speichern' } }];
    const own = await running.given.project({ keys });
    const { organization } = own;
    const beside = await running.given.project({ organization, keys });
    await running.given.project({ keys });
    const idsOf = async (project: Pick<Project, 'api'>) => unitsOf(await exported(project)).map(([id]) => id);
    expect(await idsOf(own)).toEqual([own.keyIds[0], beside.keyIds[0]]);
    expect(await idsOf(await running.given.apiKey({ organization, projectIds: [beside.id] }))).toEqual([
      beside.keyIds[0],
    ]);
    await own.api.patch(`projects/${own.id}`, { memory: false });
    expect(await idsOf(own)).toEqual([beside.keyIds[0]]);
  });

  it('leaves out texts that XML cannot contain, and counts them', async () => {
    const project = await running.given.project({
      keys: [
        { name: 'a', value: 'Bell \u0007', translations: { de: 'Glocke' } },
        { name: 'b', value: 'Save', translations: { de: 'Speichern' } },
      ],
    });
    const answer = await exported(project);
    expect(unitsOf(answer)).toEqual([[project.keyIds[1], 'Save', 'Speichern']]);
    expect(answer.bytes.toString()).toContain('cannot contain them: 1 -->');
  });

  it('is refused without languages', async () => {
    const project = await running.given.project({});
    for (const query of ['', '?from=en', '?from=en&to=', '?from=en&to=de&x=1']) {
      expect((await project.api.get(`memory/export${query}`)).status).toBe(400);
    }
  });

  describeWith(['python3', 'python3-lxml'], 'read by another program', () => {
    it('has each translation once, however many and however large they are', async () => {
      const project = await running.given.project({ targetLanguages: ['de'] });
      const textOf = (i: number): string => (i % 50 === 0 ? `Long ${'x'.repeat(60_000)} ${i}` : `Text ${i} & <more>`);
      const texts = Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`k${i}`, textOf(i)]));
      for (const language of ['en', 'de']) {
        const path = `projects/${project.id}/import?format=json&language=${language}`;
        expect((await project.api.post(path, undefined, { body: JSON.stringify(texts) })).status).toBe(200);
      }
      const read = tmx.read((await exported(project)).bytes);
      expect(read.map(([, text]) => text).sort()).toEqual(Object.values(texts).sort());
      expect(new Set(read.map(([id]) => id)).size).toBe(2_500);
    });
  });
});
