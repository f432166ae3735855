import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './support/client';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-crash-tests-01';
const KEYS = 10_000;
const OLD_KEYS = 100;

const nameOf = (index: number): string => `section.${index % 97}.key-${index}`;
const textsOf = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), `${text} ${index}`]));
const before = textsOf(OLD_KEYS, 'old');
const after = textsOf(KEYS, 'new');
const file = JSON.stringify(after);

const importInto = (api: Client, project: string, body: string) =>
  api.send('POST', `projects/${project}/import?format=json&language=en`, { body });

/** Reads the state of a project from its details and its export. */
async function stateOf(api: Client, project: string) {
  const [details, texts] = [await api.get(`projects/${project}`), await api.get(`projects/${project}/export`)];
  const { revision, stringCount } = details.body.project;
  return { revision: String(revision), stringCount, texts: texts.body as Record<string, string> };
}

/** Kills the service some time after the start of an import. @returns whether the import had responded */
async function killDuringImport(service: ServiceProcess, project: string, afterMs: number): Promise<boolean> {
  const responded = importInto(service.client(SECRET), project, file).then(
    () => true,
    () => false,
  );
  await delay(afterMs);
  await service.stop('SIGKILL');
  return responded;
}

async function givenProject(api: Client): Promise<string> {
  const { body } = await api.post('projects', { name: 'Project', sourceLanguage: 'en' });
  await importInto(api, body.project.id, JSON.stringify(before));
  return body.project.id;
}

/** Kills the service at several moments of an import, always with the same database. */
async function survivesKills(place: Place): Promise<void> {
  const start = () => ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn' });
  let service = await start();
  try {
    const [project, another] = [await givenProject(service.client(SECRET)), await givenProject(service.client(SECRET))];
    const as = { before: await stateOf(service.client(SECRET), project), after: { stringCount: KEYS, texts: after } };
    const started = performance.now();
    expect((await importInto(service.client(SECRET), another, file)).status).toBe(200);
    const importMs = performance.now() - started;
    for (const share of [0.3, 0.5, 0.7, 0.85, 0.95]) {
      const responded = await killDuringImport(service, project, importMs * share);
      service = await start();
      const state = await stateOf(service.client(SECRET), project);
      if (responded || state.stringCount === KEYS) expect(state).toMatchObject(as.after);
      else expect(state).toEqual(as.before);
      if (state.stringCount === KEYS) break;
    }
    expect((await stateOf(service.client(SECRET), another)).texts).toEqual(after);
    expect((await importInto(service.client(SECRET), project, file)).status).toBe(200);
    expect(await stateOf(service.client(SECRET), project)).toMatchObject(as.after);
  } finally {
    await service.stop('SIGKILL');
  }
}

it('leaves a project either unchanged or completely imported after SIGKILL during an import', () =>
  withPlace(survivesKills));
