import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MemoryGroup } from './support/memory-group';
import { emptyPlace, migratedPlace, type Place, ServiceProcess, withPlace } from './support/service-process';

const run = promisify(execFile);
const server = process.env.DATABASE_URL;
const SECRET = 'operator-secret-of-the-process-tests-1';
const withSecret = { BOOTSTRAP_API_KEY: SECRET };

/** Starts the service in a place of its own for one test, and kills it after the test. */
const withService = (
  env: Record<string, string>,
  test: (service: ServiceProcess, place: Place) => Promise<void>,
  make?: () => Promise<Place>,
): Promise<void> =>
  withPlace(async (place) => {
    const service = await ServiceProcess.start(place, env);
    try {
      await test(service, place);
    } finally {
      await service.stop('SIGKILL');
    }
  }, make);

describe('first start of the process', () => {
  it('prints an API key once with a working curl command; a later start reads .env', async () => {
    await withService(
      {},
      async (service, place) => {
        const line = service.printed(/^Try it: (.*)$/m);
        expect(line).toContain(service.printed(/^API key \(shown this once\): (glossa_\w+)$/m));
        const { stdout } = await run('sh', ['-c', `${line} --silent`]);
        expect(JSON.parse(stdout)).toEqual({ projects: [] });
        expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
        await writeFile(join(place.folder, '.env'), `BOOTSTRAP_API_KEY=${SECRET}\n`);
        const again = await ServiceProcess.start(place);
        expect(again.stdout).not.toContain('API key (shown');
        expect((await again.client(SECRET).get('me')).status).toBe(200);
        await again.stop();
      },
      emptyPlace,
    );
  });
});

describe('start of the process', () => {
  it('warns of the embedded database in production and of a temporary folder that cannot be written, and reads secrets from files', async () => {
    await withPlace(async (place) => {
      const file = join(place.folder, 'api-key');
      await writeFile(file, `${SECRET}\n`);
      const settings = { NODE_ENV: 'production', DATA_DURABILITY: 'relaxed', BOOTSTRAP_API_KEY_FILE: file };
      const env = { ...settings, TMPDIR: '/nowhere' };
      const service = await ServiceProcess.start(place, env);
      await service.prints(/the temporary folder \/nowhere cannot be written \(ENOENT\)/);
      expect((await service.client(SECRET).get('me')).status).toBe(200);
      const { stdout } = await service.stop();
      // Once in the greeting, once in the log.
      for (const warning of [
        /the embedded database is used\. .* no replicas/g,
        /DATA_DURABILITY is relaxed: a power failure/g,
      ])
        expect(stdout.match(warning) ?? []).toHaveLength(server ? 0 : 2);
    });
  });
});

describe('failing start of the process', () => {
  it.each([
    [
      'wrong settings',
      { PORT: 'many', TRUST_PROXY: 'true', BOOTSTRAP_API_KEY: 'short', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' },
      /^(?:PORT must .*\n|DATABASE_URL must .*\n|BOOTSTRAP_API_KEY must .*\n|TRUST_PROXY must .*\n|LOG_LEVEL must .*\n){5}$/,
    ],
    ['a database server that does not listen', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^DATABASE_URL .*\n$/],
  ])('exits with 1 and prints one line per problem: %s', async (_, env, lines) => {
    await withPlace(async (place) => {
      const { code, stdout, stderr } = await ServiceProcess.startAndFail(place, env);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(lines);
    });
  });

  it('exits with 1 and names a misspelled variable and one with an unreadable file, but no value', async () => {
    const env = { DATABASE_ULR: 'postgres://me:hunter2@db/x', METRICS_TOKEN_FILE: '/nowhere/hunter2' };
    await withPlace(async (place) => {
      const { code, stdout, stderr } = await ServiceProcess.startAndFail({ ...place, env: {} }, env);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.split('\n').sort()).toEqual([
        '',
        expect.stringContaining('DATABASE_ULR is not a setting; DATABASE_URL'),
        expect.stringContaining('METRICS_TOKEN_FILE must name a file'),
      ]);
      expect(stderr).not.toContain('hunter2');
    });
  });

  it('prints one line when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await withPlace(async (place) => {
      const { code, stderr } = await ServiceProcess.startAndFail(place, { PORT: String(port) });
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^.*EADDRINUSE.*${port}\\n$`));
    });
    other.close();
  });

  (server ? it.skip : it)('names the memory that a new embedded database takes, where the limit is less', async () => {
    const group = MemoryGroup.create(512 * 2 ** 20);
    if (!group) return;
    await withPlace(async (place) => {
      const entry = group.entryFor(join(__dirname, '../dist/src/main.js'), place.folder);
      const { code, stderr } = await ServiceProcess.startAndFail(place, withSecret, entry);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^DATA_DIR .* 805306368 bytes .* 536870912 bytes.*\n$/),
      ]);
    }, emptyPlace);
    group.remove();
  });
});

describe('end of the process', () => {
  // `folder-lock.spec.ts` has the other ways in which a folder is not the locked one any more.
  (server ? it.skip : it)(
    'has exit code 1 and one line with the reason when its database folder was moved',
    async () => {
      await withService(withSecret, async (service, place) => {
        const pgdata = join(place.folder, 'pgdata');
        await rename(pgdata, `${pgdata}.moved`);
        const { code, stdout } = await service.exited;
        expect(code).toBe(1);
        expect(stdout).toMatch(
          /"level":"fatal".*PG_VERSION is not the file any more that this process has locked.*\n$/,
        );
      });
    },
  );

  it('on kill -9 releases the data folder, which was refused to another process, so that the next start succeeds', async () => {
    await withService(withSecret, async (service, place) => {
      const project = await createProject(service);
      if (!server) {
        const { code, stderr } = await ServiceProcess.startAndFail(place, withSecret);
        expect([code, stderr]).toEqual([1, `DATA_DIR ${place.folder} is in use by another Glossa process\n`]);
        expect((await service.client(SECRET).get('me')).status).toBe(200);
      }
      await service.stop('SIGKILL');
      await withServiceOn(place, async (again) => {
        expect((await again.client(SECRET).get(`projects/${project}`)).status).toBe(200);
      });
    });
  });
});

describe.each(['main', 'migrate', 'transfer'])('dist/src/%s.js', (program) => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  // Process 1 of a container ignores a signal without a listener. Any other process ends by it, without an exit code.
  it('ends by its own listener on SIGTERM while it waits for the database', async () => {
    const url = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/silent`;
    await withPlace(async ({ folder }) => {
      const entry = join(__dirname, `../dist/src/${program}.js`);
      const options = program === 'transfer' ? ['--from', url, '--to', `${url}2`] : [];
      const connected = once(silent, 'connection');
      const env = { PATH: process.env.PATH, DATABASE_URL: url, PORT: '0' };
      const child = spawn(process.execPath, [entry, ...options], { cwd: folder, env, stdio: 'ignore' });
      await connected;
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([143, null]);
    }, emptyPlace);
  });
});

describe('log of the process', () => {
  it('does not keep the process from its end when nobody reads it', async () => {
    await withService({ ...withSecret, LOG_LEVEL: 'trace' }, async (service) => {
      const api = service.client(SECRET);
      service.stopReading();
      // More lines than the pipe and the buffer of its reader hold.
      for (let request = 0; request < 1_000; request++) await api.get('me');
      expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
    });
  });

  const TEXT = 'a-text-of-a-tenant';
  const QUERY = 'a-value-of-a-query';
  const TOKEN = 'a-token-for-the-metrics';

  it('has one line per request, without secrets, texts, queries and bodies', async () => {
    await withService({ ...withSecret, METRICS_TOKEN: TOKEN, LOG_LEVEL: 'trace' }, async (service) => {
      const api = service.client(SECRET);
      const project = await createProject(service);
      const created = await api.post('api-keys', { name: TEXT, scopes: ['projects:read'] });
      const { secret } = created.body.apiKey;
      const calls = [
        api.as(secret).get('me'),
        api.as(`${secret}x`).get('me'),
        api.as(secret).post('projects', { name: TEXT }),
        api.as(TOKEN).get('/metrics'),
        api.as(QUERY).get('/metrics'),
        api.delete(`api-keys/${secret}`),
        api.get(`${secret}/nowhere?of=${QUERY}`),
        api.get(`/api/v1/%ZZ${TEXT}`),
        api.get(`projects?${QUERY}=1`),
        api.get(`projects/${project}/keys?search=${QUERY}`),
        api.post(`projects/${project}/keys`, { name: TEXT, value: TEXT }),
        api.post(`projects/${project}/keys`, { name: TEXT, value: TEXT }),
        api.post(`projects/${project}/keys`, { name: TEXT, value: '\0', [TEXT]: TEXT }),
        api.send('POST', `projects/${project}/keys`, {
          body: `{"name": "${TEXT}`,
          headers: { 'content-type': 'application/json' },
        }),
        api.send('POST', `projects/${project}/import?format=json&language=en`, { body: `{"${TEXT}": "${TEXT}" "` }),
        api.send('POST', `projects/${project}/import?format=json&language=en`, { body: `{"k": "${TEXT}"}` }),
        api.get(`projects/${project}/export?namespace=${QUERY}`),
      ];
      const responses = await Promise.all(calls);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201, 400, 401, 403, 404]));
      await service.stop();
      const { stdout, stderr, logLines } = service;
      for (const value of [SECRET, secret, TEXT, QUERY, TOKEN]) expect(stdout + stderr).not.toContain(value);
      for (const { headers } of responses) {
        const id = headers.get('x-request-id') ?? '';
        expect(logLines.filter(({ requestId, msg }) => requestId === id && msg === 'request')).toHaveLength(1);
      }
    });
  });

  describe('at the default level', () => {
    let place: Place;
    let service: ServiceProcess;
    beforeAll(async () => {
      place = await migratedPlace();
      service = await ServiceProcess.start(place, withSecret);
    });
    afterAll(async () => {
      await service.stop('SIGKILL');
      await place.remove();
    });

    it('names version and database, as the greeting does, but not the password', async () => {
      const { version, databaseKind, databaseHost, databaseName } = (await service.client(null).get('/health/ready'))
        .body;
      const description = server
        ? `PostgreSQL at ${databaseHost}, database ${databaseName}`
        : `embedded, in ${place.folder}`;
      expect(service.printed(/^Version: (.*)$/m)).toBe(version);
      expect(service.printed(/^Database: (.*)$/m)).toBe(description);
      await service.prints(/"started;.*\n/);
      expect(service.logLines).toContainEqual(
        expect.objectContaining({
          level: 'info',
          version,
          database: { kind: databaseKind, host: databaseHost, name: databaseName },
          msg: `started; database: ${description}`,
        }),
      );
      expect(service.stdout).not.toContain('the embedded database is used');
    });

    it('has the route, caller, status and duration of a request, and marks disconnected clients', async () => {
      const api = service.client(SECRET);
      const { organization, apiKey } = (await api.get('me')).body;
      const project = await createProject(service);
      await api.get(`projects/${project}/export?format=none`, { headers: { 'x-request-id': 'mine' } });
      await service.client(null).get('me', { headers: { 'x-request-id': 'nobodys' } });
      await api.get('/health/live', { headers: { 'x-request-id': 'probe' } });
      const upload = await startUpload(service, project, 1_000);
      upload.write('{');
      upload.destroy();
      await service.prints(/"aborted":true/);
      const line = (id: string) => service.logLines.find(({ requestId }) => requestId === id);
      for (const id of ['mine', 'nobodys']) await service.prints(new RegExp(`"requestId":"${id}".*\\n`));
      expect(line('mine')).toEqual({
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: 'mine',
        method: 'GET',
        route: '/api/v1/projects/:id/export',
        id: project,
        status: 400,
        ms: expect.any(Number),
        organizationId: organization.id,
        apiKeyId: apiKey.id,
        code: expect.any(String),
        msg: 'request',
      });
      expect(line('nobodys')).toMatchObject({ status: 401, code: 'unauthenticated' });
      expect(line('nobodys')).not.toHaveProperty('organizationId');
      expect(line('probe')).toBeUndefined();
      expect(service.logLines).toContainEqual(
        expect.objectContaining({ route: '/api/v1/projects/:id/import', status: 499, aborted: true }),
      );
    });
  });
});

async function withServiceOn(place: Place, test: (service: ServiceProcess) => Promise<void>): Promise<void> {
  const service = await ServiceProcess.start(place, withSecret);
  try {
    await test(service);
  } finally {
    await service.stop();
  }
}

async function createProject(service: ServiceProcess): Promise<string> {
  const { body } = await service.client(SECRET).post('projects', { name: 'Project', sourceLanguage: 'en' });
  return body.project.id;
}

/** Starts an import, sends only its head, and resolves when the service has received it. */
async function startUpload(service: ServiceProcess, project: string, bytes: number): Promise<ClientRequest> {
  const upload = request(`${service.url}/api/v1/projects/${project}/import?format=json&language=en`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-length': bytes, expect: '100-continue' },
  });
  upload.on('error', () => undefined);
  upload.flushHeaders();
  await once(upload, 'continue');
  return upload;
}
