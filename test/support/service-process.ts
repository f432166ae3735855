import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './client';

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

  private constructor(env: Environment, folder: string) {
    if (!existsSync(ENTRY)) throw new Error('there is no build to start: run "npm run build"');
    this.child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, ...env },
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
   * Returns when it listens.
   * @param folder for its data, and where a `.env` is looked for
   */
  static async start(folder: string, env: Environment = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess(env, folder);
    const isUp = service.prints(/Glossa listens on .*\n[^]*\n\n/);
    const exit = await Promise.race([isUp, service.exited]);
    if (exit) throw new Error(`the service ended with ${exit.code}: ${exit.stderr}${exit.stdout}`);
    return service;
  }

  /** A start that is to fail, to its end. */
  static startInVain(folder: string, env: Environment = {}): Promise<Exit> {
    return new ServiceProcess(env, folder).exited;
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

/** An empty folder, and what removes it. */
export async function emptyFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'glossa-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An empty folder for a test, gone after it. */
export async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const { path, remove } = await emptyFolder();
  try {
    await test(path);
  } finally {
    await remove();
  }
}
