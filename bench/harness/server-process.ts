import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation, ProbeRequest } from './probe';

const PROBE = join(__dirname, 'probe.js');
const START_MS = 60_000;

/** A server in a process of its own, which prints the address that it listens on. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly folder: string,
  ) {}

  /**
   * Starts a server. Its log goes to a file: that costs the server as much as in production, and the bench nothing.
   * @param args arguments of node
   */
  static async start(args: readonly string[], env: Record<string, string>): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-bench-'));
    const log = join(folder, 'log');
    const output = openSync(log, 'w');
    const child = spawn(process.execPath, ['--require', PROBE, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
      stdio: ['ignore', output, output, 'ipc'],
    });
    try {
      return new ServerProcess(child, await waitForUrl(log, child), folder);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Resets the figures of the probe. */
  async begin(): Promise<void> {
    await this.ask('begin');
  }

  async observe(): Promise<Observation> {
    return (await this.ask('observe')) as Observation;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ask(request: ProbeRequest): Promise<unknown> {
    const response = once(this.child, 'message');
    this.child.send(request);
    const [message] = (await response) as unknown[];
    return message;
  }
}

async function waitForUrl(log: string, child: ChildProcess): Promise<string> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const text = readFileSync(log, 'utf8');
    const [, url] = /listens on (http:\/\/[\w.:]+)/.exec(text) ?? [];
    if (url !== undefined) return url.replace('localhost', '127.0.0.1');
    if (child.exitCode !== null) throw new Error(`a server exited while starting:\n${text}`);
    await sleep(5);
  }
  throw new Error(`a server did not start:\n${readFileSync(log, 'utf8')}`);
}
