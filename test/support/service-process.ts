import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from './client';
import { createDatabase, dropDatabase, databaseUrlFor } from './server-database';
import { LATE_OPTIMIZATION } from './late-optimization.cjs';
import { DUMP, EMPTY_DUMP, TEMPLATE } from './template';

const ENTRY = join(__dirname, '../../dist/src/main.js');

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** Tests end processes, not the power. */
const RELAXED: Environment = { DATA_DURABILITY: 'relaxed' };

/**
 * The service as `npm start` runs it: a process of its own, from the build, with only the environment that is passed.
 */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;

  private constructor(place: Place, env: Environment, entry = ENTRY) {
    if (!existsSync(entry)) throw new Error('there is no build: run "npm run build"');
    // Late optimization takes less memory: an entry that limits the memory runs with the options of `npm start` only.
    const options = entry === ENTRY ? LATE_OPTIMIZATION : [];
    this.child = spawn(process.execPath, [...options, entry], {
      cwd: place.folder,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: place.folder,
        ...RELAXED,
        ...place.env,
        ...env,
      },
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

  /**
   * Starts the service and resolves when it listens. It reads `.env` from the folder of the place.
   * @param entry the main file of the build
   */
  static async start(place: Place, env: Environment = {}, entry = ENTRY): Promise<ServiceProcess> {
    const service = new ServiceProcess(place, env, entry);
    await service.prints(/Glossa listens on .*\n[^]*\n\n/);
    return service;
  }

  /** Starts the service where the start must fail, and resolves when the process has exited. */
  static startAndFail(place: Place, env: Environment = {}, main?: string): Promise<Exit> {
    return new ServiceProcess(place, env, main).exited;
  }

  /** For instance `http://localhost:43210`. */
  get url(): string {
    return this.printed(/Glossa listens on (\S+)/);
  }

  /** Finds text that the start printed: the first group of the pattern. */
  printed(pattern: RegExp): string {
    const [, found] = pattern.exec(this.stdout) ?? [];
    if (found === undefined) throw new Error(`the output does not match ${pattern.source}`);
    return found;
  }

  /** Resolves when standard output matches the pattern. @throws if the process ends without it */
  async prints(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.stdout)) {
      const printed = new Promise<undefined>((resolve) => this.child.stdout?.once('data', () => resolve(undefined)));
      const exit = await Promise.race([printed, this.exited]);
      if (exit && !pattern.test(this.stdout)) {
        throw new Error(`the service ended with ${exit.code}: ${exit.stderr}${exit.stdout}`);
      }
    }
  }

  /** The lines of the log; the other lines of standard output are the greeting. */
  get logLines(): Record<string, unknown>[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Returns a client that uses IPv4, on which the service listens in tests. */
  client(secret: string | null): Client {
    return new Client(this.url.replace('localhost', '127.0.0.1'), secret);
  }

  /** Reads no output until the process has exited, so that its pipe fills. */
  stopReading(): void {
    const { stdout } = this.child;
    stdout?.pause();
    this.child.once('exit', () => stdout?.resume());
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Stops the process, unless it has exited. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.child.kill(signal);
    return this.exited;
  }
}

/**
 * The place where a service keeps the data of a test: a new folder, and a new database on the server at `DATABASE_URL`
 * where there is one, with the Redis at `REDIS_URL`.
 */
export interface Place {
  folder: string;
  env: Environment;
  remove: () => Promise<void>;
}

export const emptyPlace = (): Promise<Place> => makePlace();

/** Creates a place whose database has no tables yet. */
export const unmigratedPlace = (): Promise<Place> => makePlace(process.env[EMPTY_DUMP]);

/** Creates a place whose database is migrated already, which saves some seconds at the start. */
export const migratedPlace = (): Promise<Place> => makePlace(process.env[DUMP], process.env[TEMPLATE]);

/** Runs a test with a place of its own, which is removed afterwards. */
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
    if (dump) await unpack(dump, folder);
    return { folder, env: {}, remove: removeFolder };
  }
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  await createDatabase(server, name, template);
  return {
    folder,
    env: {
      DATABASE_URL: databaseUrlFor(server, name),
      DATABASE_PREPARED_STATEMENTS: process.env.DATABASE_PREPARED_STATEMENTS ?? '',
      ...(redis && { REDIS_URL: redis }),
    },
    remove: async () => {
      await removeFolder();
      await dropDatabase(server, name);
    },
  };
}

/** Puts a database without tables into a data folder: to create one takes seconds. */
export const unpackEmpty = (folder: string): Promise<void> => unpack(process.env[EMPTY_DUMP] ?? '', folder);

async function unpack(archive: string, folder: string): Promise<void> {
  const database = join(folder, 'pgdata');
  await mkdir(database);
  await promisify(execFile)('tar', ['-xf', archive, '-C', database]);
}
