import type { ApiResponse, Client } from './support/client';
import { Given } from './support/given';
import { until } from './support/receiver';
import { migratedPlace, type Place, ServiceProcess } from './support/service-process';

const SECRET = 'operator-secret-of-the-fairness-tests-1';

/**
 * Returns a YAML file of about the given size with an error in its last line, for which it is read twice: the second
 * reader is slow.
 */
function brokenYaml(bytes: number): string {
  const lines = Array.from({ length: Math.ceil(bytes / 28) }, (_, i) => `key${i}: "Text of key ${i}"`);
  return [...lines, 'broken: "a" b'].join('\n');
}

const REQUESTS = 100;

/** Sends a request again and again, four at a time, until it is stopped. */
class NoisyTenant {
  count = 0;
  private isStopped = false;
  private readonly senders: Promise<void>[];

  constructor(private readonly send: () => Promise<ApiResponse>) {
    this.senders = Array.from({ length: 4 }, () => this.repeat());
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.senders);
  }

  private async repeat(): Promise<void> {
    while (!this.isStopped) {
      await this.send();
      this.count++;
    }
  }
}

/**
 * Returns how many requests of a noisy tenant end for each one of a quiet tenant, which sends one at a time. That is a
 * number of requests and no time, because others use the machine too: they slow down both tenants.
 *
 * @param send sends one of the noisy tenant, which takes much longer than one of the quiet tenant
 */
async function noisyPerQuiet(get: () => Promise<ApiResponse>, send: () => Promise<ApiResponse>): Promise<number> {
  const load = new NoisyTenant(send);
  await until(() => load.count > 0);
  const before = load.count;
  for (let i = 0; i < REQUESTS; i++) expect((await get()).status).toBe(200);
  const ended = load.count - before;
  await load.stop();
  return ended / REQUESTS;
}

type Project = Awaited<ReturnType<Given['project']>>;

const importFile = ({ api, id }: { api: Client; id: string }, format: string, body: string): Promise<ApiResponse> =>
  api.send('POST', `projects/${id}/import?format=${format}&language=en`, { body });

/** Returns a request for an export that is in no cache, because a text of the project changes before. */
async function firstExports({ api, id }: Project): Promise<() => Promise<ApiResponse>> {
  const texts = Array.from({ length: 15_000 }, (_, i) => [`section${i % 97}.item_${i}`, `{name} has {count} of ${i}`]);
  expect((await importFile({ api, id }, 'json', JSON.stringify(Object.fromEntries(texts)))).status).toBe(200);
  const { body } = await api.get(`projects/${id}/keys?limit=1`);
  const formats = ['json-nested', 'yaml', 'xlsx'];
  let count = 0;
  return async () => {
    count++;
    await api.put(`keys/${body.keys[0]?.id}`, { value: `Text ${count}` });
    const format = formats[count % formats.length];
    const response = await api.get(`projects/${id}/export?format=${format}&language=en&placeholders=printf`);
    expect(response.status).toBe(200);
    return response;
  };
}

describe('a quiet tenant', () => {
  let place: Place;
  let service: ServiceProcess;
  let quiet: Project;
  let noisy: Project;
  beforeAll(async () => {
    place = await migratedPlace();
    service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'error' });
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await place.remove();
  });
  beforeEach(async () => {
    const given = new Given(service.client(SECRET));
    quiet = await given.project({ keys: [{ name: 'greeting', value: 'Hello' }] });
    noisy = await given.project();
  });

  it('is served between the large files that another tenant exports for the first time', async () => {
    const send = await firstExports(noisy);
    expect(await noisyPerQuiet(() => quiet.api.get(`keys/${quiet.keyIds[0]}`), send)).toBeLessThan(0.25);
  });

  it('is served between the small files of another tenant that take long to read', async () => {
    const file = brokenYaml(200_000);
    const send = (): Promise<ApiResponse> => importFile(noisy, 'yaml', file);
    expect(await send()).toMatchObject({ status: 400, body: { code: 'malformed_file' } });
    expect(await noisyPerQuiet(() => quiet.api.get(`keys/${quiet.keyIds[0]}`), send)).toBeLessThan(0.25);
  });

  it('has its file read before the waiting files of another tenant', async () => {
    const file = brokenYaml(600_000);
    const ended: string[] = [];
    const all = Array.from({ length: 8 }, async () => {
      await importFile(noisy, 'yaml', file);
      ended.push('noisy');
    });
    // The noisy tenant's files have arrived when one of them has been read.
    await Promise.race(all);
    const { status } = await importFile(quiet, 'json', '{"farewell":"Bye"}');
    ended.push('quiet');
    await Promise.all(all);
    expect(status).toBe(200);
    // In the order of their arrival, it would be the last.
    expect(ended.indexOf('quiet')).toBeLessThanOrEqual(5);
  });

  it('imports while another tenant receives 429 imports_busy, because too many of its files wait', async () => {
    const file = brokenYaml(200_000);
    const refused = await new Promise<ApiResponse>((resolve, reject) => {
      const send = async (): Promise<void> => {
        const response = await importFile(noisy, 'yaml', file);
        if (response.status === 429) resolve(response);
      };
      Promise.all(Array.from({ length: 120 }, send)).then(() => reject(new Error('no import was refused')), reject);
    });
    expect(refused.body).toMatchObject({ code: 'imports_busy', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await importFile(quiet, 'json', '{"farewell":"Bye"}')).status).toBe(200);
  });
});
