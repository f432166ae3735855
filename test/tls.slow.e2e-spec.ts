import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '../src/config/settings';
import { openDatabase } from '../src/database/open-database';
import { type Certificate, makeAuthority, makeCertificate } from './support/certificates';
import { freePort } from './support/free-port';
import { findPostgres, PostgresCluster } from './support/postgres-cluster';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const REDIS = '/usr/bin/redis-server';
const SECRET = 'operator-secret-of-the-tests-with-tls-1';

let folder: string;
let authority: Certificate;
let certificate: Certificate;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glossa-tls-'));
  authority = makeAuthority(folder, 'authority');
  certificate = makeCertificate(folder, 'server', authority);
});
afterAll(() => rmSync(folder, { recursive: true }));

// As docs/deploy.md describes them.
(findPostgres() ? describe : describe.skip)('a connection to PostgreSQL', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await PostgresCluster.primary();
    await cluster.useTls(certificate, authority.cert);
    // A server reads its configuration again after the statement.
    while ((await cluster.query<{ ssl: string }>('SHOW ssl'))[0]?.ssl !== 'on') await delay(10);
  });
  afterAll(() => cluster.remove());

  /** @returns whether the connection has TLS, and the name of the client's certificate; or the error */
  async function connect(host: string, query: string): Promise<unknown> {
    const { port } = new URL(cluster.url());
    const url = `postgres://postgres@${host}:${port}/postgres?${query.replace('AUTHORITY', authority.cert)}`;
    const { databaseUrl } = readSettings({ DATABASE_URL: url });
    try {
      const database = await openDatabase({ databaseUrl, dataDir: '' }, []);
      const [row] = await database.dataSource.query<object[]>(
        'SELECT ssl, client_dn AS client FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      );
      await database.close();
      return row;
    } catch (error) {
      return String(error);
    }
  }

  it.each(['', 'sslmode=disable'])('has no TLS with the parameters "%s"', async (query) => {
    expect(await connect('localhost', query)).toEqual({ ssl: false, client: null });
  });

  it.each(['verify-full', 'prefer', 'require', 'verify-ca'])(
    'has TLS with sslmode=%s, to a server whose certificate has the authority and the name',
    async (mode) => {
      const query = `sslmode=${mode}&sslrootcert=AUTHORITY`;
      expect(await connect('localhost', query)).toEqual({ ssl: true, client: null });
      expect(await connect('127.0.0.1', query)).toMatch(/Hostname\/IP does not match certificate/);
      expect(await connect('localhost', `sslmode=${mode}`)).toMatch(/unable to verify|self-signed/);
    },
  );

  it.each(['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])(
    'has TLS to any server with the parameters "%s"',
    async (query) => {
      expect(await connect('127.0.0.1', query)).toEqual({ ssl: true, client: null });
    },
  );

  it('has TLS to a server of the authority with any name with sslmode=verify-ca and uselibpqcompat', async () => {
    const query = 'sslmode=verify-ca&uselibpqcompat=true';
    expect(await connect('127.0.0.1', `${query}&sslrootcert=AUTHORITY`)).toEqual({ ssl: true, client: null });
    const other = makeAuthority(folder, 'other');
    expect(await connect('127.0.0.1', `${query}&sslrootcert=${other.cert}`)).toMatch(/unable to verify|self-signed/);
  });

  it('has the certificate of the client', async () => {
    const { cert, key } = makeCertificate(folder, 'client', authority);
    const query = `sslmode=verify-full&sslrootcert=AUTHORITY&sslcert=${cert}&sslkey=${key}`;
    expect(await connect('localhost', query)).toEqual({ ssl: true, client: '/CN=client' });
  });
});

(existsSync(REDIS) ? describe : describe.skip)('a connection to Redis with TLS and a password', () => {
  let redis: ReturnType<typeof spawn>;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const tls = [...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no']];
    const files = ['--tls-cert-file', certificate.cert, '--tls-key-file', certificate.key];
    const rest = ['--tls-ca-cert-file', authority.cert, '--requirepass', 'secret', '--save', '', '--dir', folder];
    redis = spawn(REDIS, [...tls, ...files, ...rest], { stdio: 'ignore' });
  });
  afterAll(async () => {
    redis.kill();
    await once(redis, 'exit');
  });

  /** Starts the service, sends a request, and returns what `/health/ready` says. */
  async function health(place: Place, password: string, env: Record<string, string>): Promise<unknown> {
    const service = await ServiceProcess.start(place, {
      ...{ BOOTSTRAP_API_KEY: SECRET, REDIS_URL: `rediss://:${password}@localhost:${port}` },
      ...env,
    });
    try {
      const api = service.client(SECRET);
      expect((await api.get('me')).status).toBe(200);
      const { status, redis: state } = (await api.get('/health/ready')).body;
      return [status, state, service.logLines.find(({ level }) => level === 'warn')?.msg];
    } finally {
      await service.stop();
    }
  }

  it('counts requests there with the authority and the password, and says why it does not without them', async () => {
    await withPlace(async (place) => {
      const env = { NODE_EXTRA_CA_CERTS: authority.cert };
      expect(await health(place, 'secret', env)).toEqual(['ok', 'ok', undefined]);
      expect(await health(place, 'wrong', env)).toEqual(['degraded', 'away', expect.stringContaining('WRONGPASS')]);
      expect(await health(place, 'secret', {})).toEqual([
        'degraded',
        'away',
        expect.stringMatching(/unable to verify|self-signed/),
      ]);
    });
  });
});
