import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from './client';
import { createDatabase, dropDatabase, urlOf } from './server-database';
import { DUMP, TEMPLATE } from './template';

const ENTRY = join(__dirname, '../../dist/src/main.js');

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** The service as `npm start` runs it: a process of its own, from the build. It sees no environment but this. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;

  private constructor(place: Place, env: Environment) {
    if (!existsSync(ENTRY)) throw new Error('there is no build to start: run "npm run build"');
    this.child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
      cwd: place.folder,
      env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: place.folder, ...place.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Returns when it listens. The place's folder is also where it looks for `.env`. */
  static async start(place: Place, env: Environment = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess(place, env);
    const isUp = service.prints(/Glossa listens on .*\n[^]*\n\n/);
    const exit = await Promise.race([isUp, service.exited]);
    if (exit) throw new Error(`the service ended with ${exit.code}: ${exit.stderr}${exit.stdout}`);
    return service;
  }

  /** A start that is to fail, to its end. */
  static startInVain(place: Place, env: Environment = {}): Promise<Exit> {
    return new ServiceProcess(place, env).exited;
  }

  /** Like `http://localhost:43210`. */
  get url(): string {
    return this.printed(/Glossa listens on (\S+)/);
  }

  /** What the start printed. @param pattern its first group */
  printed(pattern: RegExp): string {
    const [, found] = pattern.exec(this.stdout) ?? [];
    if (found === undefined) throw new Error(`nothing printed is like ${pattern.source}`);
    return found;
  }

  /** Speaks to it over IPv4, where the tests let it listen. */
  client(secret: string | null): Client {
    return new Client(this.url.replace('localhost', '127.0.0.1'), secret);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it, unless it has ended. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.child.kill(signal);
    return this.exited;
  }

  private async prints(pattern: RegExp): Promise<undefined> {
    while (!pattern.test(this.stdout)) {
      await new Promise((resolve) => this.child.stdout?.once('data', resolve));
    }
  }
}

/**
 * Where a service of a test keeps its data: an empty folder, and an empty database on the server at `DATABASE_URL` where
 * there is one, with the Redis at `REDIS_URL`.
 */
export interface Place {
  folder: string;
  env: Environment;
  remove: () => Promise<void>;
}

export const emptyPlace = (): Promise<Place> => makePlace();

/** Its tables are there already, which spares a start some seconds. */
const migratedPlace = (): Promise<Place> => makePlace(process.env[DUMP], process.env[TEMPLATE]);

/** A place for one test, gone after it. */
export async function withPlace(test: (place: Place) => Promise<void>, make = migratedPlace): Promise<void> {
  const place = await make();
  try {
    await test(place);
  } finally {
    await place.remove();
  }
}

async function makePlace(dump?: string, template?: string): Promise<Place> {
  const { DATABASE_URL: server, REDIS_URL: redis } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'glossa-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!server) {
    if (dump) await unpack(dump, join(folder, 'pgdata'));
    return { folder, env: {}, remove: removeFolder };
  }
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  await createDatabase(server, name, template);
  return {
    folder,
    env: { DATABASE_URL: urlOf(server, name), ...(redis && { REDIS_URL: redis }) },
    remove: async () => {
      await removeFolder();
      await dropDatabase(server, name);
    },
  };
}

async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder);
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
}
