import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Json } from './support/client';
import { findPostgres, PostgresCluster } from './support/postgres-cluster';
import { ServiceProcess } from './support/service-process';

const SECRET = 'operator-secret-of-the-delivery-tests-01';
const CLIENTS = 200;
/** The time in which a replica polls a channel, and some more. */
const POLL_MS = 2_500;

interface Answer {
  status: number;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** Sends a GET. @returns undefined if there is no server */
const get = (url: string): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const sent = request(url, { agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
      answer.on('error', () => resolve(undefined));
    });
    sent.on('error', () => resolve(undefined)).end();
  });

/** A client of one replica, which loads the manifest and its files again and again. */
class PollingClient {
  /** The releases that it saw, without repetitions. */
  readonly seen: string[] = [];
  readonly faults: string[] = [];
  private isEnding = false;
  private readonly ended: Promise<void>;

  constructor(private readonly base: () => string | undefined) {
    this.ended = this.run();
  }

  end(): Promise<void> {
    this.isEnding = true;
    return this.ended;
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      const base = this.base();
      if (base !== undefined) await this.load(base);
      await pause(50);
    }
  }

  private async load(base: string): Promise<void> {
    const manifest = await this.read(`${base}/manifest.json`);
    if (!manifest) return;
    const { languages } = JSON.parse(manifest.toString());
    const versions = new Set<string>();
    for (const { files } of Object.values<Json>(languages)) {
      for (const { path, integrity } of files) {
        const body = await this.read(new URL(path, `${base}/manifest.json`).href);
        if (!body) return;
        const hash = `sha256-${createHash('sha256').update(body).digest('base64')}`;
        if (hash !== integrity) this.faults.push(`${path} has the hash ${hash}`);
        for (const text of Object.values(JSON.parse(body.toString()) as Record<string, string>)) versions.add(text);
      }
    }
    const [version = ''] = versions;
    if (versions.size !== 1) this.faults.push(`a mixture of ${[...versions].join()}`);
    if (this.seen.at(-1) !== version) this.seen.push(version);
  }

  private async read(url: string): Promise<Buffer | undefined> {
    const answer = await get(url);
    if (answer && answer.status !== 200) this.faults.push(`${answer.status}: ${answer.body.toString()}`);
    return answer?.status === 200 ? answer.body : undefined;
  }
}

/** Returns whether a client saw some of the releases, in the order in which the channel served them. */
function isInOrder(seen: readonly string[], served: readonly string[]): boolean {
  let from = 0;
  return seen.every((version) => {
    const at = served.indexOf(version, from);
    from = at + 1;
    return at >= 0;
  });
}

const describeWithPostgres = findPostgres() || process.env.CI ? describe : describe.skip;

describeWithPostgres('delivery, with releases, moves, crashes, a revoked token and a restart of the database', () => {
  let cluster: PostgresCluster;
  let folder: string;
  const replicas: (ServiceProcess | undefined)[] = [];
  beforeAll(async () => {
    cluster = await PostgresCluster.primary();
    folder = mkdtempSync(join(tmpdir(), 'glossa-faults-'));
    replicas.push(await start(), await start());
  });
  afterAll(async () => {
    for (const replica of replicas) await replica?.stop('SIGKILL');
    agent.destroy();
    cluster.remove();
    rmSync(folder, { recursive: true });
  });

  const start = (): Promise<ServiceProcess> => {
    const env = { DATABASE_URL: cluster.url(), BOOTSTRAP_API_KEY: SECRET, BOOTSTRAP_RATE_LIMIT: '1000000' };
    return ServiceProcess.start(
      { folder, env, remove: () => Promise.resolve() },
      { DELIVERY_RATE_LIMIT: '100000000', LOG_LEVEL: 'warn' },
    );
  };

  it(`shows ${CLIENTS} clients whole releases, in the order in which they were served, and no error`, async () => {
    const api = replicas[0]!.client(SECRET);
    const { id, keyIds } = await givenProject(api);
    const served: string[] = [];
    const publish = async (version: string): Promise<string> => {
      const changed = keyIds.map((key) => ({ id: key, translations: { en: version, de: version } }));
      expect((await api.post(`projects/${id}/keys/batch`, { update: changed })).status).toBe(200);
      const answer = await api.post(`projects/${id}/releases`, { channel: 'production' });
      expect(answer.status).toBe(201);
      served.push(version);
      return answer.body.release.id;
    };
    const first = await publish('v1');
    const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Clients' })).body;
    const clients = Array.from(
      { length: CLIENTS },
      (_, i) => new PollingClient(() => replicas[i % 2] && baseOf(replicas[i % 2]!, deliveryToken.token)),
    );
    const everybodySees = async (version: string): Promise<void> => {
      while (!clients.every(({ seen }) => seen.at(-1) === version)) await pause(50);
    };
    await everybodySees('v1');
    await publish('v2');
    await everybodySees('v2');
    expect((await api.put(`projects/${id}/channels/production`, { release: first })).status).toBe(200);
    served.push('v1');
    await publish('v3');
    await publish('v4');
    const killed = replicas[1]!;
    replicas[1] = undefined;
    await killed.stop('SIGKILL');
    await publish('v5');
    replicas[1] = await start();
    await everybodySees('v5');
    cluster.stop();
    // Channels are polled meanwhile, which fails.
    await pause(POLL_MS);
    cluster.start();
    const ready = `${replicas[0]!.url.replace('localhost', '127.0.0.1')}/health/ready`;
    while ((await get(ready))?.status !== 200) await pause(50);
    await publish('v6');
    await everybodySees('v6');
    // The tokens of other applications, one of which ends while its clients load.
    const { deliveryToken: ending } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Ending' })).body;
    const refused = Array.from(
      { length: 20 },
      (_, i) => new PollingClient(() => baseOf(replicas[i % 2]!, ending.token)),
    );
    while (!refused.every(({ seen }) => seen.at(-1) === 'v6')) await pause(50);
    expect((await api.delete(`delivery-tokens/${ending.id}`)).status).toBe(200);
    while (!refused.every(({ faults }) => faults.length > 0)) await pause(50);
    await Promise.all(refused.map((client) => client.end()));
    for (const { seen, faults } of refused) {
      expect(seen).toEqual(['v6']);
      for (const fault of faults) expect(fault).toMatch(/^404: /);
    }
    await publish('v7');
    await everybodySees('v7');
    await Promise.all(clients.map((client) => client.end()));

    expect(clients.flatMap(({ faults }) => faults)).toEqual([]);
    for (const { seen } of clients) expect([seen, isInOrder(seen, served)]).toEqual([seen, true]);
  });
});

const baseOf = ({ url }: ServiceProcess, token: string): string =>
  `${url.replace('localhost', '127.0.0.1')}/delivery/${token}/production`;

async function givenProject(api: Client): Promise<{ id: string; keyIds: string[] }> {
  const { project } = (await api.post('projects', { name: 'Shop', sourceLanguage: 'en', targetLanguages: ['de'] }))
    .body;
  const keyIds: string[] = [];
  for (const name of ['home.title', 'home.cta', 'legal']) {
    const translations = { de: 'v0' };
    keyIds.push((await api.post(`projects/${project.id}/keys`, { name, value: 'v0', translations })).body.key.id);
  }
  return { id: project.id, keyIds };
}
