import { readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LONGEST_TEXT, setLongestTexts } from './support/longest-texts';
import { MemoryGroup, memorySettingsOfImage } from './support/memory-group';
import { migratedPlace, type Place, ServiceProcess } from './support/service-process';

const MEBIBYTE = 1_048_576;
const LIMIT = 512 * MEBIBYTE;
const SECRET = 'operator-secret-of-hostile-projects-1';
/**
 * Keys of the project. `HOSTILE_KEYS=1000` makes a page of 32 GB, and measures how long `/health/live` takes meanwhile.
 */
const KEYS = Number(process.env.HOSTILE_KEYS ?? 10);
const MAX_HEALTH_P99_MS = process.env.HOSTILE_KEYS === undefined ? Infinity : 200;
/** Milliseconds between two probes of `/health/live`. */
const PROBE_MS = 50;
const LANGUAGES = Array.from({ length: 499 }, (_, i) => `de-x-a${1_000 + i}`);
/** What a client reads of a response before it leaves. */
const READ_BYTES = 16 * MEBIBYTE;
/** Requests of an operation that are sent at once. */
const AT_ONCE = 4;

interface Call {
  path: string;
  body?: unknown;
  /** Of a body that is a file. */
  file?: string;
}

const server = process.env.DATABASE_URL;
const group = server === undefined ? undefined : MemoryGroup.create(LIMIT);
afterAll(() => group?.remove());

// The embedded database takes more memory than the service: docs/deploy.md.
const describeInGroup = group ? describe : describe.skip;

describeInGroup('projects with as many and as long texts as can be, in 512 MiB', () => {
  let place: Place;
  let service: ServiceProcess;
  let project: string;
  let ids: string[];
  let revision: number;

  beforeAll(async () => {
    place = await migratedPlace();
    place.env = { ...place.env, ...memorySettingsOfImage(), BOOTSTRAP_API_KEY: SECRET, LOG_LEVEL: 'warn' };
    const entry = group?.entryFor(join(__dirname, '../dist/src/main.js'), place.folder);
    service = await ServiceProcess.start(place, {}, entry);
    const api = service.client(SECRET);
    const created = await api.post('projects', { name: 'P', sourceLanguage: 'en', targetLanguages: LANGUAGES });
    project = created.body.project.id;
    const create = Array.from({ length: KEYS }, (_, i) => ({ name: `ns${i % 7}.k${i}`, value: 'Hello {name} %d' }));
    const batch = await api.post(`projects/${project}/keys/batch`, { create });
    ids = batch.body.created.map(({ id }: { id: string }) => id);
    revision = Number(batch.headers.get('x-glossa-revision'));
    await setLongestTexts(place.env.DATABASE_URL ?? '', project, LANGUAGES, revision);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await place.remove();
  });

  /** The operations that read or change texts, with what makes their answers large. */
  const callsOf = (method: string, path: string): Call[] => {
    const of = `projects/${project}`;
    const key = `keys/${ids[0]}`;
    const calls: Record<string, (string | Call)[]> = {
      'get /api/v1/projects/{id}/keys': [
        `${of}/keys?limit=1000`,
        `${of}/keys?limit=100&include=translations`,
        `${of}/keys?limit=100&include=translations&sort=-updatedAt`,
        `${of}/keys?limit=100&include=translations&language=${LANGUAGES[0]},${LANGUAGES[1]}&search=hello`,
      ],
      'get /api/v1/keys/{id}': [key],
      'put /api/v1/keys/{id}': [
        { path: key, body: { description: 'Note' } },
        { path: `keys/${ids[1]}`, body: { value: 'Other {name}' } },
        { path: `keys/${ids[2]}`, body: { translations: { [LANGUAGES[0] ?? '']: 'y'.repeat(LONGEST_TEXT) } } },
      ],
      'post /api/v1/projects/{id}/keys/batch': [
        { path: `${of}/keys/batch`, body: { update: ids.map((id) => ({ id, description: 'Changed' })) } },
        {
          path: `${of}/keys/batch`,
          body: { update: ids.slice(3, 8).map((id) => ({ id, translations: { [LANGUAGES[1] ?? '']: null } })) },
        },
      ],
      'post /api/v1/keys/{id}/checks': [
        { path: `${key}/checks`, body: { language: LANGUAGES[3], code: 'placeholder_missing', ignored: true } },
      ],
      'get /api/v1/keys/{id}/changes': [`${key}/changes`, `keys/${ids[2]}/changes`],
      'get /api/v1/projects/{id}/changes': [`${of}/changes`],
      'get /api/v1/projects/{id}/changes/{revision}': [1, 2, 3, 4].map(
        (n) => `${of}/changes/${revision + n}?limit=1000`,
      ),
      'post /api/v1/projects/{id}/changes/{revision}/undo': [
        { path: `${of}/changes/${revision}/undo`, body: { dryRun: true, conflict: 'skip' } },
        { path: `${of}/changes/${revision + 1}/undo`, body: { conflict: 'skip' } },
      ],
      'post /api/v1/projects/{id}/restore': [
        { path: `${of}/restore`, body: { revision: revision - 1, dryRun: true } },
        { path: `${of}/restore`, body: { revision } },
      ],
      'get /api/v1/projects/{id}/checks': [`${of}/checks?limit=1000`],
      'post /api/v1/projects/{id}/import': [
        { path: `${of}/import?format=csv&details=true&dryRun=true`, file: csv() },
        { path: `${of}/import?format=csv&details=true`, file: csv() },
      ],
      'get /api/v1/projects/{id}/export': ['json', 'po', 'xliff', 'json-nested', 'xlsx'].map(
        (format) => `${of}/export?format=${format}&language=${LANGUAGES[5]}`,
      ),
      'get /api/v1/projects/{id}/translations': [
        `${of}/translations?language=${LANGUAGES[5]},${LANGUAGES[6]}`,
        `${of}/translations?since=${revision}`,
      ],
      'get /api/v1/projects/{id}/statistics': [`${of}/statistics`, `${of}/statistics?by=namespace`],
      'patch /api/v1/projects/{id}': [{ path: of, body: { removeLanguages: [LANGUAGES.at(-1)] } }],
      'post /api/v1/projects/{id}/keys': [
        { path: `${of}/keys`, body: { name: 'new', value: 'x'.repeat(LONGEST_TEXT) } },
      ],
    };
    const named = calls[`${method} ${path}`];
    if (named) return named.map((call) => (typeof call === 'string' ? { path: call } : call));
    const plain = path
      .replace('/api/v1/', '')
      .replace('projects/{id}', of)
      .replace('{revision}', String(revision))
      .replace(/\{(\w+)\}/g, ids[9] ?? '');
    return [{ path: path.startsWith('/api/') ? plain : path, body: method === 'get' ? undefined : {} }];
  };

  const csv = (): string => {
    const languages = LANGUAGES.slice(0, 50);
    const rows = Array.from({ length: 20 }, (_, i) => [`ns${i % 7}.k${i}`, ...languages.map(() => 'short')].join());
    return [['key', ...languages].join(), ...rows].join('\n');
  };

  it('answers every operation, four at a time, without a death and without a 5xx', async () => {
    const document = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      ['get', 'post', 'put', 'patch', 'delete']
        .filter((method) => method in item)
        .map((method) => [method, path] as const),
    );
    // What deletes comes last.
    operations.sort(([one], [other]) => Number(one === 'delete') - Number(other === 'delete'));
    const failed: string[] = [];
    const probes = new Probes(() => send(service, 'get', { path: '/health/live' }));
    for (const [method, path] of operations) {
      if (method === 'delete' && path === '/api/v1/session') continue;
      for (const call of callsOf(method, path)) {
        const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => send(service, method, call)));
        if (statuses.some((status) => status === 0 || status >= 500))
          failed.push(`${method} ${call.path}: ${statuses.join()}`);
      }
    }
    expect(failed).toEqual([]);
    const { statuses, p99 } = await probes.end();
    expect(statuses).toEqual(new Set([200]));
    expect(p99).toBeLessThanOrEqual(MAX_HEALTH_P99_MS);
  });
});

/** Sends probes one after the other until it is ended. */
class Probes {
  private readonly statuses = new Set<number>();
  private readonly times: number[] = [];
  private isEnded = false;
  private readonly done: Promise<void>;

  constructor(private readonly probe: () => Promise<number>) {
    this.done = this.run();
  }

  /** @returns the different statuses, and the 99th percentile of the milliseconds of a probe */
  async end(): Promise<{ statuses: Set<number>; p99: number }> {
    this.isEnded = true;
    await this.done;
    const times = this.times.sort((one, other) => one - other);
    return { statuses: this.statuses, p99: times[Math.floor(times.length * 0.99)] ?? NaN };
  }

  private async run(): Promise<void> {
    while (!this.isEnded) {
      const start = performance.now();
      this.statuses.add(await this.probe());
      this.times.push(performance.now() - start);
      await delay(PROBE_MS);
    }
  }
}

/** Sends a request and reads the first part of the response. @returns the status; 0 if there is none */
function send(service: ServiceProcess, method: string, { path, body, file }: Call): Promise<number> {
  const url = new URL(path.startsWith('/') ? path : `/api/v1/${path}`, service.url.replace('localhost', '127.0.0.1'));
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = file === undefined ? 'application/json' : 'application/octet-stream';
  const headers = {
    authorization: `Bearer ${SECRET}`,
    ...(content !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(content)) }),
  };
  return new Promise((resolve) => {
    const request = sendRequest(url, { method: method.toUpperCase(), headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > READ_BYTES) response.destroy();
      });
      // A stream of events does not end by itself.
      if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
      response.on('close', () => resolve(response.statusCode ?? 0));
      response.on('error', () => undefined);
    });
    request.on('error', () => resolve(0));
    request.end(content);
  });
}
