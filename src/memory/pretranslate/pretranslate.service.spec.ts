import type { Principal } from '../../common/access/principal';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import type { Database } from '../../database/database';
import type { PreparedStatement } from '../../database/statements';
import type { OpenDatabase } from '../../database/open-database';
import type { ProjectWriter } from '../../project-write/project-writer';
import type { ProjectsService } from '../../projects/projects.service';
import type { PaidTranslations } from './paid-translations';
import type { Pretranslation } from './pretranslate';
import { PretranslateService } from './pretranslate.service';
import { PretranslationLease } from './pretranslation-lease';
import type { Pretranslator } from './pretranslator';

/** Milliseconds that a language model has for an answer. */
const LONGEST_REQUEST_MS = 45_000;

/** A database that has the leases of projects only. */
function databaseOfLeases(): Database {
  const leases = new Map<string, string>();
  const rows = ({ text }: PreparedStatement, [project = '', lease = '']: string[]): Promise<object[]> => {
    if (/^\s*INSERT/.test(text) && !leases.has(project)) leases.set(project, lease);
    const isHeld = leases.get(project) === lease;
    if (/^\s*DELETE/.test(text) && isHeld) leases.delete(project);
    return Promise.resolve(isHeld ? [{}] : []);
  };
  return { rows } as unknown as Database;
}

/** The service, and the pretranslations that it runs: each lasts until it is ended. */
function serviceOf(): { service: PretranslateService; running: { signal: AbortSignal; end: () => void }[] } {
  const running: { signal: AbortSignal; end: () => void }[] = [];
  const find: Pretranslator['find'] = (_principal, _project, _pretranslation, _report, signal) =>
    new Promise((resolve, reject) => {
      const end = (): void => (signal.aborted ? reject(signal.reason as Error) : resolve({} as never));
      running.push({ signal, end });
    });
  const project = { sourceLanguage: 'en', targetLanguages: ['de'] };
  const service = new PretranslateService(
    { get: (_: unknown, id: string) => Promise.resolve({ ...project, id }) } as unknown as ProjectsService,
    { find } as Pretranslator,
    { write: () => Promise.resolve('written') } as unknown as ProjectWriter,
    new PretranslationLease(databaseOfLeases()),
    {} as PaidTranslations,
    {} as OpenDatabase,
  );
  return { service, running };
}

/** Requests the pretranslation of a project of one organization. */
function request(
  service: PretranslateService,
  project: string,
  signal = new AbortController().signal,
): Promise<unknown> {
  const pretranslation = { languages: ['de'], machine: true, dryRun: false, state: 'draft' } as const;
  const principal = { organizationId: 'o', scopes: new Set(), languages: null } as unknown as Principal;
  return service.run(principal, project, pretranslation as unknown as Pretranslation, {}, () => undefined, signal);
}

describe('a pretranslation that waits', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('waits for 50 seconds in all: for the run of its project, and for the place of its organization', async () => {
    const { service, running } = serviceOf();
    void request(service, 'p');
    await jest.advanceTimersByTimeAsync(0);
    void request(service, 'other');
    const waited = request(service, 'p').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(45_000);
    // The other project has the place of the organization from now on.
    running[0]?.end();
    let refused: unknown;
    void waited.then((error) => (refused = error));
    await jest.advanceTimersByTimeAsync(4_900);
    expect([running.length, refused]).toEqual([2, undefined]);
    await jest.advanceTimersByTimeAsync(200);
    expect(refused).toBeInstanceOf(ProjectBusyError);
  });
});

describe('a pretranslation that is stopped while a provider translates', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is waited for until the provider has answered: by its repetition, and by the next one of the organization', async () => {
    const { service, running } = serviceOf();
    const client = new AbortController();
    const stopped = request(service, 'p', client.signal).catch(() => 'stopped');
    await jest.advanceTimersByTimeAsync(0);
    client.abort();
    const waiting = [request(service, 'p'), request(service, 'other')];
    const results = Promise.allSettled(waiting);
    await jest.advanceTimersByTimeAsync(LONGEST_REQUEST_MS);
    expect(running).toHaveLength(1);
    running[0]?.end();
    expect(await stopped).toBe('stopped');
    for (const place of [1, 2]) {
      await jest.advanceTimersByTimeAsync(1_000);
      running[place]?.end();
    }
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await results).toEqual(waiting.map(() => ({ status: 'fulfilled', value: 'written' })));
  });
});
