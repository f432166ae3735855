import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from './support/client';
import { type Exit, type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-shutdown-tests-1';
/** Enough for a whole second of writing on every machine. */
const TEXTS = 60_000;
/** Far longer than a test may take, so that a shutdown that waits for it fails the test. */
const ENDLESS = '3600';

describe('the end of the process by a signal', () => {
  let service: ServiceProcess;
  let place: Place;
  let project: string;

  /** Starts the service with a project for one test, and kills it after the test. */
  const withService = (env: Record<string, string>, test: () => Promise<void>): Promise<void> =>
    withPlace(async (made) => {
      place = made;
      service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET, ...env });
      try {
        const { body } = await api().post('projects', { name: 'Project', sourceLanguage: 'en' });
        project = body.project.id;
        await test();
      } finally {
        await service.stop('SIGKILL');
      }
    });

  const api = () => service.client(SECRET);
  const shutsDown = () => service.prints(/: the service shuts down/);
  /** @returns the request ids in the log */
  const cutOffRequests = () =>
    service.logLines
      .filter(({ level, msg }) => level === 'warn' && msg === 'cut off by the shutdown')
      .map(({ requestId }) => requestId);
  const finished: Partial<Exit> = { code: 0, signal: null, stderr: '' };

  /** Starts an import and resolves when the service has received its head. */
  async function startUpload(bytes: number, requestId = 'upload'): Promise<ClientRequest> {
    const upload = request(`${service.url}/api/v1/projects/${project}/import?format=json&language=en`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${SECRET}`,
        'content-length': bytes,
        'x-request-id': requestId,
        expect: '100-continue',
      },
    });
    upload.on('error', () => undefined);
    upload.flushHeaders();
    await once(upload, 'continue');
    return upload;
  }

  /** Starts a large import and resolves when it holds a connection to the database. */
  async function startLargeImport() {
    const texts = Object.fromEntries(Array.from({ length: TEXTS }, (_, i) => [`key.${i}`, `The text number ${i}`]));
    const file = JSON.stringify(texts);
    const upload = await startUpload(Buffer.byteLength(file), 'large');
    upload.end(file);
    const response = readResponse(upload);
    // A few times in a row: the look-up of its API key holds one for a moment.
    let polls = 0;
    while (polls < 5) polls = (await connectionsInUse()) > 0 ? polls + 1 : 0;
    return { upload, response };
  }

  /** @returns status and body */
  async function readResponse(sent: ClientRequest): Promise<[number, Json]> {
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    return [message.statusCode ?? 0, JSON.parse((await message.toArray()).join(''))];
  }

  async function connectionsInUse(): Promise<number> {
    const { bytes } = await api().get('/metrics');
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(bytes.toString())?.[1]);
    return value('glossa_database_connections') - value('glossa_database_connections_idle');
  }

  /** Starts the service again and returns the number of keys and the revision of the project. */
  async function afterRestart(): Promise<{ stringCount: number; revision: number }> {
    const again = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET });
    try {
      return (await again.client(SECRET).get(`projects/${project}`)).body.project;
    } finally {
      await again.stop('SIGKILL');
    }
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('finishes the requests in flight on %s and exits with 0', async (signal) => {
    await withService({}, async () => {
      const file = Buffer.from('{"greeting":"Hello"}');
      const upload = await startUpload(file.length);
      upload.write(file.subarray(0, 5));
      service.signal(signal);
      // npm passes the signal of a terminal on to the service, which receives it twice.
      if (signal === 'SIGINT') service.signal(signal);
      await shutsDown();
      upload.end(file.subarray(5));
      const [response] = (await once(upload, 'response')) as [IncomingMessage];
      expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
      response.resume();
      expect(await service.exited).toMatchObject(finished);
      expect(service.logLines).toContainEqual(
        expect.objectContaining({ level: 'info', signal, requests: 1, msg: `${signal}: the service shuts down` }),
      );
      expect(await afterRestart()).toMatchObject({ stringCount: 1 });
    });
  });

  it('finishes a large import and exits with 0', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: ENDLESS }, async () => {
      const { response } = await startLargeImport();
      service.signal('SIGTERM');
      expect(await response).toEqual([200, { imported: TEXTS, updated: 0, skipped: 0 }]);
      expect(await service.exited).toMatchObject(finished);
      expect(await afterRestart()).toMatchObject({ stringCount: TEXTS });
    });
  });

  it('rolls back a large import that exceeds the grace, logs its request id and exits with 1', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: '0' }, async () => {
      const { revision } = (await api().get(`projects/${project}`)).body.project;
      const { response } = await startLargeImport();
      service.signal('SIGTERM');
      // Where the interrupted import cannot respond at once, its connection is closed.
      const [status, { code }] = await response.catch((): [number, Json] => [500, { code: 'internal_error' }]);
      expect([status, code]).toEqual([500, 'internal_error']);
      expect(await service.exited).toMatchObject({ code: 1, signal: null, stderr: '' });
      expect(cutOffRequests()).toEqual(['large']);
      expect(await afterRestart()).toMatchObject({ stringCount: 0, revision });
    });
  });

  it('rolls back an import whose client has disconnected, and logs its request id', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: '0' }, async () => {
      const { upload, response } = await startLargeImport();
      upload.destroy();
      await expect(response).rejects.toThrow();
      while (!service.logLines.some(({ requestId, aborted }) => requestId === 'large' && aborted)) {
        await api().get('/health/live');
      }
      service.signal('SIGTERM');
      expect(await service.exited).toMatchObject({ code: 1 });
      expect(cutOffRequests()).toEqual(['large']);
      expect(await afterRestart()).toMatchObject({ stringCount: 0 });
    });
  });

  it('cuts off a client that has stopped sending its body, and logs its request id', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: '0' }, async () => {
      const upload = await startUpload(1_000, 'stalled');
      upload.write('{');
      service.signal('SIGTERM');
      expect(await service.exited).toMatchObject({ code: 1, stderr: '' });
      expect(cutOffRequests()).toEqual(['stalled']);
    });
  });

  it('ends the grace on another signal', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: ENDLESS }, async () => {
      await startUpload(1_000);
      service.signal('SIGTERM');
      await shutsDown();
      const exited = service.exited.then(() => true);
      while (!(await Promise.race([exited, delay(100, false)]))) service.signal('SIGTERM');
      expect(await service.exited).toMatchObject({ code: 1 });
    });
  });

  it('serves requests during the drain while /health/ready is 503; another signal ends the drain', async () => {
    await withService({ SHUTDOWN_DRAIN_SECONDS: ENDLESS }, async () => {
      service.signal('SIGTERM');
      await shutsDown();
      expect(await api().get('/health/ready')).toMatchObject({ status: 503, body: { code: 'not_ready' } });
      expect(await api().get('/health/live')).toMatchObject({ status: 200 });
      const served = await api().get('projects');
      expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
      service.signal('SIGTERM');
      expect(await service.exited).toMatchObject(finished);
      expect(service.logLines).toContainEqual(expect.objectContaining({ route: '/health/ready', level: 'warn' }));
      expect(service.logLines.filter(({ level }) => level === 'error')).toEqual([]);
    });
  });

  it('drains for 5 s behind a proxy', async () => {
    await withService({ TRUST_PROXY: '1' }, async () => {
      service.signal('SIGTERM');
      await shutsDown();
      expect(service.logLines).toContainEqual(expect.objectContaining({ drainSeconds: 5, graceSeconds: 30 }));
      expect(await service.exited).toMatchObject(finished);
    });
  });

  it('does not wait for idle connections', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: ENDLESS }, async () => {
      const agent = new Agent({ keepAlive: true });
      const used = get(`${service.url}/health/live`, { agent });
      const [response] = (await once(used, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      const unused = agent.createConnection(
        { host: '127.0.0.1', port: Number(new URL(service.url).port) },
        () => undefined,
      );
      // The service may reset a connection that it closes.
      unused?.on('error', () => undefined);
      service.signal('SIGTERM');
      expect(await service.exited).toMatchObject(finished);
      agent.destroy();
      unused?.destroy();
    });
  });

  it('serves the requests of connections that wait to be accepted', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: ENDLESS }, async () => {
      // The system lets clients connect to a process that is stopped and accepts nothing.
      service.signal('SIGSTOP');
      const responses = Array.from({ length: 300 }, async () => {
        const sent = get(`${service.url}/api/v1/me`, { agent: false, headers: { authorization: `Bearer ${SECRET}` } });
        const answered = once(sent, 'response').then(([{ statusCode }]) => (statusCode as number) || 0, String);
        await once(sent, 'finish');
        return { answered };
      });
      const sent = await Promise.all(responses);
      service.signal('SIGTERM');
      service.signal('SIGCONT');
      const statuses = await Promise.all(sent.map(({ answered }) => answered));
      expect([...new Set(statuses)]).toEqual([200]);
      expect(await service.exited).toMatchObject(finished);
    });
  });

  it('sends a response completely to a client that reads slowly', async () => {
    await withService({ SHUTDOWN_GRACE_SECONDS: ENDLESS }, async () => {
      // More than the buffers of a connection hold.
      const texts = Object.fromEntries(
        Array.from({ length: 1_000 }, (_, i) => [`key${i}`, `${i}`.padEnd(24_000, 'x')]),
      );
      const file = JSON.stringify(texts);
      const upload = await startUpload(Buffer.byteLength(file));
      upload.end(file);
      await once(upload, 'response');
      const download = get(`${service.url}/api/v1/projects/${project}/export?format=json&language=en`, {
        headers: { authorization: `Bearer ${SECRET}` },
      });
      const [response] = (await once(download, 'response')) as [IncomingMessage];
      service.signal('SIGTERM');
      await shutsDown();
      let received = '';
      for await (const chunk of response.setEncoding('utf8')) received += String(chunk);
      expect(JSON.parse(received)).toEqual(texts);
      expect(await service.exited).toMatchObject(finished);
    });
  });
});
