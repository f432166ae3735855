import type { Json } from './support/client';
import { Receiver } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

describe('a webhook for reviews and checks', () => {
  let service: RunningApp;
  let receiver: Receiver;
  beforeAll(async () => (service = await startApp({ webhookPrivateAddresses: true })));
  afterAll(() => service.close());
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.close());

  type Project = Awaited<ReturnType<typeof service.given.project>>;

  const given = async (...events: string[]): Promise<Project> => {
    const project = await service.given.project({ targetLanguages: ['de', 'fr'] });
    const { status } = await project.api.post(`projects/${project.id}/webhooks`, { url: receiver.url, events });
    expect(status).toBe(201);
    return project;
  };
  const create = async ({ api, id }: Project, key: object): Promise<string> =>
    (await api.post(`projects/${id}/keys`, key)).body.key.id;
  const data = async (count: number): Promise<Json[]> =>
    (await receiver.received(count)).map(({ payload }) => payload.data);

  it('is notified of texts that were reviewed, behind the change', async () => {
    const project = await given('project.changed', 'translations.reviewed');
    const { api, id } = project;
    const key = await create(project, {
      name: 'a',
      value: 'A',
      translations: { de: 'B', fr: 'C' },
      states: { fr: 'reviewed' },
    });
    await api.put(`keys/${key}`, { states: { de: 'reviewed', fr: 'reviewed' } });
    await api.put(`keys/${key}`, { translations: { de: 'D' } });
    await api.put(`keys/${key}`, { translations: { de: 'E' }, states: { de: 'reviewed' } });
    const messages = await receiver.received(7);
    expect(messages.map(({ payload }) => [payload.type, payload.data.revision])).toEqual([
      ['project.changed', 1],
      ['translations.reviewed', 1],
      ['project.changed', 2],
      ['translations.reviewed', 2],
      ['project.changed', 3],
      ['project.changed', 4],
      ['translations.reviewed', 4],
    ]);
    const [, first, , second, , , third] = messages.map(({ payload }) => payload.data);
    expect([first.counts, second.counts, third.counts]).toEqual([{ fr: 1 }, { de: 1 }, { de: 1 }]);
    const { changes } = (await api.get(`projects/${id}/changes`)).body;
    expect(second).toMatchObject({ projectId: id, apiKey: changes[0].apiKey });
    expect((await api.get(second.links.change)).body.change.revision).toBe(2);
  });

  it('is notified of reviewed texts that are confirmed, and not of other metadata of them', async () => {
    const project = await given('translations.reviewed');
    const { api, id } = project;
    const key = await create(project, {
      ...{ name: 'Save', value: 'Save', translations: { de: 'Sichern' }, states: { de: 'reviewed' } },
    });
    const po = 'msgid ""\nmsgstr "Language: de\\n"\n\n# Of a button\nmsgid "Save"\nmsgstr "Sichern"\n';
    const imported = await api.post(`projects/${id}/import?format=po`, undefined, { body: po });
    expect([imported.status, imported.headers.get('x-glossa-revision')]).toEqual([200, '2']);
    await api.put(`keys/${key}`, { value: 'Save it' });
    await api.put(`keys/${key}`, { states: { de: 'reviewed' } });
    expect((await data(2)).map(({ revision, counts }) => [revision, counts])).toEqual([
      [1, { de: 1 }],
      [4, { de: 1 }],
    ]);
  });

  it('is notified of new findings soon after a change, and not of old ones', async () => {
    const project = await given('checks.failed');
    const { api, id } = project;
    const key = await create(project, { name: 'a', value: 'Open {x}', translations: { de: 'Auf', fr: 'Ouvrir {x} ' } });
    const [first] = await data(1);
    expect(first).toEqual({
      projectId: id,
      revision: 1,
      counts: { de: { placeholder_missing: 1 }, fr: { trailing_space: 1 } },
      links: { checks: `/api/v1/projects/${id}/checks` },
    });
    expect((await api.get(first.links.checks)).body.findings).toHaveLength(2);
    await api.put(`keys/${key}`, { translations: { de: 'Zu' } });
    await create(project, { name: 'b', value: 'Save', translations: { de: 'Speichern' } });
    await create(project, { name: 'c', value: 'Save the changes', translations: { de: 'Save the changes' } });
    const [, second] = await data(2);
    expect(second.counts).toEqual({ de: { same_as_source: 1 } });
  });

  /** Makes a text with a finding that is sent and then ignored, and cures it. */
  const givenCuredFinding = async () => {
    const project = await given('checks.failed');
    const { api, id } = project;
    const key = await create(project, { name: 'a', value: 'Open {x}', translations: { de: 'Auf' } });
    await data(1);
    await api.post(`keys/${key}/checks`, { language: 'de', code: 'placeholder_missing', ignored: true });
    await api.put(`keys/${key}`, { translations: { de: 'Öffne {x}' } });
    expect((await api.get(`projects/${id}/checks`)).body.findings).toEqual([]);
    return { project, key };
  };

  it('is not notified of findings that are ignored', async () => {
    const { project, key } = await givenCuredFinding();
    const { api, id } = project;
    await api.put(`keys/${key}`, { translations: { de: 'Auf' } });
    expect((await api.get(`projects/${id}/checks`)).body.findings).toMatchObject([{ ignored: true }]);
    await create(project, { name: 'b', value: 'Save {x}', translations: { fr: 'Garder' } });
    const [, second] = await data(2);
    expect(second.counts).toEqual({ fr: { placeholder_missing: 1 } });
  });

  it('is notified of a finding that was ignored for another text', async () => {
    const { project, key } = await givenCuredFinding();
    await project.api.put(`keys/${key}`, { translations: { de: 'Zu' } });
    const [, second] = await data(2);
    expect(second.counts).toEqual({ de: { placeholder_missing: 1 } });
  });
});
