import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './support/free-port';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const NGINX = '/usr/sbin/nginx';
const SECRET = 'operator-secret-of-the-nginx-tests-01';
const [, BLOCK = ''] = /```nginx\n([^]*?)```/.exec(readFileSync(join(__dirname, '../docs/deploy.md'), 'utf8')) ?? [];

interface Answer {
  status: number;
  cookie: string;
  text: string;
}

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

  /** @param body an object is sent as JSON */
  send(method: string, path: string, body?: object | Buffer, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
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
        void response.toArray().then((chunks) => {
          agent.destroy();
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, cookie: received['set-cookie']?.join() ?? '', text: chunks.join('') });
        }, reject);
      });
      sent.once('error', reject);
      sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
    });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns a JSON file with a number of bytes. */
function fileOf(bytes: number): string {
  const text = 'x'.repeat(60_000);
  const texts = Array.from({ length: Math.floor(bytes / 61_000) }, (_, i) => [`key.${i}`, text]);
  return JSON.stringify(Object.fromEntries(texts)).padEnd(bytes);
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

  it('leaves the size of a file to the service, which takes a form of 50 MiB and refuses more by a problem', async () => {
    await withPlace(async (place) => {
      const service = await start(place);
      const port = Number(new URL(service.url).port);
      const proxy = await Proxy.start([port, port]);
      try {
        const { body } = await service.client(SECRET).post('projects', { name: 'P', sourceLanguage: 'en' });
        const upload = async (bytes: number): Promise<unknown> => {
          const form = new FormData();
          form.append('language', 'en');
          form.append('file', new Blob([fileOf(bytes)]), 'en.json');
          const encoded = new Response(form);
          const headers = {
            authorization: `Bearer ${SECRET}`,
            'content-type': encoded.headers.get('content-type') ?? '',
          };
          const file = Buffer.from(await encoded.arrayBuffer());
          const { status, text } = await proxy.send(
            'POST',
            `/api/v1/projects/${body.project.id}/import?dryRun=true`,
            file,
            headers,
          );
          return [status, text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : text];
        };
        const largest = 50 * 1_048_576;
        expect(await upload(largest)).toEqual([200, undefined]);
        expect(await upload(largest + 1)).toEqual([400, 'body_too_large']);
      } finally {
        await proxy.stop();
        await service.stop();
      }
    });
  });

  it('loses no read, and does no write that it loses, while replicas are restarted, and makes session cookies secure', async () => {
    await withPlace(async (place) => {
      const ports = [await freePort(), await freePort()];
      const replicas = [await start(place, ports[0]), await start(place, ports[1])];
      const proxy = await Proxy.start(ports);
      try {
        const { cookie } = await proxy.send(
          'POST',
          '/api/v1/session',
          { apiKey: SECRET },
          { 'x-forwarded-proto': 'http' },
        );
        expect(cookie).toMatch(/^__Host-glossa=.*; Secure$/);

        const reads = new Set<string>();
        const writes: string[] = [];
        const done: string[] = [];
        let isDone = false;
        const load = async (worker: number): Promise<void> => {
          for (let i = 0; !isDone; i++) {
            const headers = { authorization: `Bearer ${SECRET}` };
            const outcomeOf = (sent: Promise<Answer>): Promise<string> =>
              sent.then(({ status }) => `${status}`, String);
            reads.add(await outcomeOf(proxy.send('GET', '/api/v1/projects?limit=1', undefined, headers)));
            const name = `P${worker}-${i}`;
            const body = { name, sourceLanguage: 'en', targetLanguages: [] };
            const outcome = await outcomeOf(proxy.send('POST', '/api/v1/projects', body, headers));
            writes.push(outcome);
            if (outcome === '201') done.push(name);
          }
        };
        const workers = Array.from({ length: 8 }, (_, worker) => load(worker));
        for (const [index, port] of ports.entries()) {
          await replicas[index]?.stop();
          replicas[index] = await start(place, port);
        }
        isDone = true;
        await Promise.all(workers);
        expect([...reads]).toEqual(['200']);
        // The system resets a connection that it has established in the moment in which a replica stops listening.
        const lost = writes.filter((outcome) => outcome !== '201');
        expect(new Set(lost)).toEqual(new Set(lost.length > 0 ? ['502'] : []));
        expect(lost.length).toBeLessThanOrEqual(replicas.length);
        const { projects } = (await replicas[0]?.client(SECRET).get('projects'))?.body ?? {};
        expect(projects.map(({ name }: { name: string }) => name).sort()).toEqual(done.sort());
      } finally {
        await proxy.stop();
        await Promise.all(replicas.map((replica) => replica.stop()));
      }
    });
  });
});
