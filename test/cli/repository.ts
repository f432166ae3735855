import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Json } from '../support/client';

const ENTRY = join(__dirname, '../../cli/bin/glossa.mjs');

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const created: Repository[] = [];
afterAll(() => {
  for (const repository of created) repository.remove();
});

/** A git repository in a temporary folder, which is removed after the test file, with the command line of the build. */
export class Repository {
  constructor(
    readonly folder: string,
    private readonly env: Record<string, string>,
  ) {
    created.push(this);
  }

  static create(env: Record<string, string>, files: Record<string, string | Uint8Array> = {}): Repository {
    const repository = new Repository(mkdtempSync(join(tmpdir(), 'glossa-repository-')), env);
    repository.git('init', '-q', '-b', 'main');
    repository.configure();
    repository.write(files);
    return repository;
  }

  clone(): Repository {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-clone-'));
    const clone = new Repository(folder, this.env);
    this.git('clone', '-q', this.folder, folder);
    clone.configure();
    return clone;
  }

  private configure(): void {
    this.git('config', 'user.email', 'test@example.com');
    this.git('config', 'user.name', 'Test');
    this.git('config', 'commit.gpgsign', 'false');
  }

  write(files: Record<string, string | Uint8Array>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), content);
    }
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  delete(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** The files, without the files of git. */
  paths(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .sort();
  }

  git(...args: string[]): string {
    return this.tryGit(...args, '').stdout;
  }

  tryGit(...args: string[]): { code: number | null; stdout: string } {
    const given = args.at(-1) === '' ? args.slice(0, -1) : args;
    const { status, stdout, stderr } = spawnSync('git', given, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0 && args.at(-1) === '') throw new Error(`git ${given.join(' ')}: ${stderr}${stdout}`);
    return { code: status, stdout };
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
  }

  /** Runs a command of glossa. */
  glossa(args: readonly string[], { input, env = {} }: { input?: string; env?: Record<string, string> } = {}) {
    return this.start(args, { input, env }).ended;
  }

  /** Runs a command that must end with 0, and returns its JSON. */
  async done(...args: string[]): Promise<Json> {
    const { code, stdout, stderr } = await this.glossa([...args, '--json']);
    if (code !== 0) throw new Error(`glossa ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts a command of glossa, which the test may end. */
  start(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
    const child = spawn(process.execPath, [ENTRY, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, NO_COLOR: '1', ...this.env, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
    return { child, ended };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
