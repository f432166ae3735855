import { type RunningApp, startApp } from '../support/start-app';
import { FailingProxy } from './failing-proxy';
import { Repository } from './repository';

describe('glossa pretranslate', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const project = await running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a', value: 'Save the file', translations: { de: 'Datei speichern', fr: 'Enregistrer le fichier' } },
        { name: 'b', value: 'Save the file' },
        { name: 'c', value: 'Save the new file' },
      ],
    });
    const env = { GLOSSA_API_KEY: project.organization.secret, GLOSSA_SERVER: running.url };
    const repository = Repository.create(env, {
      'glossa.json': JSON.stringify({ project: project.id, files: [{ path: '{language}.json', format: 'json' }] }),
    });
    const texts = async () => (await project.api.get(`projects/${project.id}/translations`)).body.translations;
    return { ...project, repository, texts };
  };

  it('writes what the memory has, in all languages, as one change that can be undone', async () => {
    const { repository, texts } = await given();
    const before = await texts();
    const dryRun = await repository.done('pretranslate', '--dry-run');
    expect(dryRun.pretranslate).toMatchObject({ dryRun: true, missing: 4, memory: 2, machine: 0, nextCursor: null });
    expect(await texts()).toEqual(before);
    const { code, stdout } = await repository.glossa(['pretranslate']);
    const { log } = await repository.done('log', '--limit', '1');
    const { revision } = log.changes[0];
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Translated 2 of 4 missing texts: 2 from the memory, 0 by the machine.\n  Revision ${revision}.\n`,
    });
    const { de, fr } = await texts();
    expect([de.b, fr.b, de.c]).toEqual(['Datei speichern', 'Enregistrer le fichier', undefined]);
    await repository.done('undo', String(revision));
    expect(await texts()).toEqual(before);
  });

  it('goes on until all missing texts were looked at', async () => {
    const { repository, api, id } = await given();
    const addLanguages = Array.from({ length: 300 }, (_, i) => `de-x-a${1_000 + i}`);
    await api.patch(`projects/${id}`, { addLanguages });
    const create = Array.from({ length: 200 }, (_, i) => ({ name: `k${i}`, value: `Text ${i}` }));
    await api.post(`projects/${id}/keys/batch`, { create: [...create, { name: 'last', value: 'Save the file' }] });
    const proxy = await FailingProxy.start(running.url);
    proxy.fails = (request, count) => (/pretranslate$/.test(request) && count > 1 ? 'refuse' : undefined);
    const failed = await repository.glossa(['pretranslate', '--server', proxy.url, '--json']);
    await proxy.close();
    const { log } = await repository.done('log', '--limit', '1');
    const { revision } = log.changes[0];
    expect(failed.code).toBe(5);
    expect(JSON.parse(failed.stdout).error.pretranslate).toMatchObject({ memory: 2, revisions: [revision] });

    const { pretranslate } = await repository.done('pretranslate');
    expect(pretranslate).toMatchObject({ memory: 2, nextCursor: null, revisions: [revision + 1] });
  });

  it('takes languages, similar texts and a state', async () => {
    const { repository, api, keyIds, texts } = await given();
    const args = ['--languages', 'de', '--min-match', '0.7', '--state', 'translated'];
    expect((await repository.done('pretranslate', ...args)).pretranslate).toMatchObject({ missing: 2, memory: 2 });
    expect((await texts()).fr).toEqual({ a: 'Enregistrer le fichier' });
    expect((await api.get(`keys/${keyIds[1]}`)).body.key.states).toMatchObject({ de: 'translated' });
  });

  it.each([
    [['--min-match', 'much'], 2, '--min-match needs a number'],
    [['--min-match', '0.1'], 4, 'validation_failed'],
    [['--languages', 'it'], 4, 'unknown_language'],
  ])('refuses %j', async (args, code, message) => {
    const { repository } = await given();
    const ended = await repository.glossa(['pretranslate', ...args]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
  });
});
