import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './support/postgres-cluster';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const NGINX = '/usr/sbin/nginx';
const SECRET = 'operator-secret-of-the-nginx-tests-01';
const [, BLOCK = ''] = /```nginx\n([^]*?)```/.exec(readFileSync(join(__dirname, '../docs/deploy.md'), 'utf8')) ?? [];

/** nginx with the block of docs/deploy.md, in front of services on two ports. */
class Proxy {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly child: ReturnType<typeof spawn>,
  ) {}

  static async start([one, other]: readonly number[]): Promise<Proxy> {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-nginx-'));
    const port = await freePort();
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
    const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', ...options, ...files], { stdio: 'ignore' });
    const block = BLOCK.replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${other}`)
      .replace(/# ssl_certificate.*/, `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const lines = [
      'daemon off;',
      `pid ${folder}/pid;`,
      'events {}',
      `http { access_log off; ${paths.join(' ')}`,
      block,
      '}',
    ];
    writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
    const child = spawn(NGINX, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
    const proxy = new Proxy(folder, port, child);
    while (!(await proxy.send('GET', '/health/live').catch(() => undefined))) await delay(50);
    return proxy;
  }

  send(method: string, path: string, body?: object, headers: object = {}): Promise<{ status: number; cookie: string }> {
    return new Promise((resolve, reject) => {
      const agent = new Agent({ rejectUnauthorized: false });
      const options = {
        agent,
        method,
        port: this.port,
        path,
        headers: { 'content-type': 'application/json', ...headers },
      };
      const sent = request(options, (response) => {
        response.resume().once('end', () => {
          agent.destroy();
          resolve({ status: response.statusCode ?? 0, cookie: response.headers['set-cookie']?.join() ?? '' });
        });
      });
      sent.once('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

// Replicas need a server, and CI installs nginx.
const canRun = Boolean(process.env.DATABASE_URL) && (existsSync(NGINX) || Boolean(process.env.CI));

(canRun ? describe : describe.skip)('the nginx block of docs/deploy.md', () => {
  const start = (place: Place, port = 0): Promise<ServiceProcess> =>
    ServiceProcess.start(place, {
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      BOOTSTRAP_API_KEY: SECRET,
      BOOTSTRAP_RATE_LIMIT: '1000000',
    });

  it('loses no request while two replicas are restarted one after the other, and makes session cookies secure', async () => {
    await withPlace(async (place) => {
      const ports = [await freePort(), await freePort()];
      const replicas = [await start(place, ports[0]), await start(place, ports[1])];
      const proxy = await Proxy.start(ports);
      const { cookie } = await proxy.send(
        'POST',
        '/api/v1/session',
        { apiKey: SECRET },
        { 'x-forwarded-proto': 'http' },
      );
      expect(cookie).toMatch(/^__Host-glossa=.*; Secure$/);

      const statuses = new Map<string, number>();
      let isDone = false;
      const load = async (worker: number): Promise<void> => {
        for (let i = 0; !isDone; i++) {
          const headers = { authorization: `Bearer ${SECRET}` };
          const sent =
            i % 2 === 0
              ? proxy.send('GET', '/api/v1/projects?limit=1', undefined, headers)
              : proxy.send(
                  'POST',
                  '/api/v1/projects',
                  { name: `P${worker}-${i}`, sourceLanguage: 'en', targetLanguages: [] },
                  headers,
                );
          const outcome = await sent.then(({ status }) => String(status), String);
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
      };
      const workers = Array.from({ length: 8 }, (_, worker) => load(worker));
      for (const [index, port] of ports.entries()) {
        await replicas[index]?.stop();
        replicas[index] = await start(place, port);
      }
      isDone = true;
      await Promise.all(workers);
      expect([...statuses.keys()].sort()).toEqual(['200', '201']);
      await proxy.stop();
      await Promise.all(replicas.map((replica) => replica.stop()));
    });
  });
});
