import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation, ProbeRequest } from './probe';

const PROBE = join(__dirname, 'probe.js');
const START_MS = 60_000;

/** A server in a process of its own that says on which port it listens. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly folder: string,
  ) {}

  /**
   * What it logs goes to a file, which costs it what it costs in service and the bench nothing.
   * @param args of node
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
      return new ServerProcess(child, await urlIn(log, child), folder);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Forgets what was observed so far. */
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
    const answer = once(this.child, 'message');
    this.child.send(request);
    const [message] = (await answer) as unknown[];
    return message;
  }
}

async function urlIn(log: string, child: ChildProcess): Promise<string> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const text = readFileSync(log, 'utf8');
    const [, url] = /listens on (http:\/\/[\w.:]+)/.exec(text) ?? [];
    if (url !== undefined) return url.replace('localhost', '127.0.0.1');
    if (child.exitCode !== null) throw new Error(`a server ended at its start:\n${text}`);
    await sleep(5);
  }
  throw new Error(`a server did not start:\n${readFileSync(log, 'utf8')}`);
}
