import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Certificate } from './certificates';
import { freePort } from './free-port';

export { freePort };

const VERSIONS = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's own programs, which Debian does not put into the path. */
export function findPostgres(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** Runs a program of PostgreSQL, which refuses to run as root. */
function run(program: string, args: readonly string[]): void {
  const command = [join(findPostgres() ?? '', program), ...args];
  const [file = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() });
}

/** A PostgreSQL server of a test, or a standby of one, in a temporary folder. */
export class PostgresCluster {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async primary(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(temporaryFolder(), await freePort());
    run('initdb', ['-D', cluster.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
    cluster.start();
    return cluster;
  }

  /** Creates a streaming standby of this server. */
  async standby(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(temporaryFolder(), await freePort());
    const source = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres'];
    run('pg_basebackup', [...source, '-D', cluster.data, '-R', '--checkpoint=fast', '--no-sync']);
    cluster.start();
    return cluster;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  start(): void {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    run('pg_ctl', ['-D', this.data, '-w', '-l', join(this.folder, 'log'), '-o', options, 'start']);
  }

  /** Accepts TLS, and verifies the certificates of clients that have one. @param authority path of its certificate */
  async useTls({ cert, key }: Certificate, authority: string): Promise<void> {
    const { uid, gid } = statSync(this.data);
    for (const [name, path] of Object.entries({ ssl_cert_file: cert, ssl_key_file: key, ssl_ca_file: authority })) {
      const copy = join(this.data, `${name}.pem`);
      writeFileSync(copy, readFileSync(path), { mode: 0o600 });
      chownSync(copy, uid, gid);
      await this.query(`ALTER SYSTEM SET ${name} = '${copy}'`);
    }
    await this.query('ALTER SYSTEM SET ssl = on');
    await this.query('SELECT pg_reload_conf()');
  }

  stop(): void {
    run('pg_ctl', ['-D', this.data, '-w', '-m', 'immediate', 'stop']);
  }

  remove(): void {
    try {
      this.stop();
    } catch {
      // It is stopped already.
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url() });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  private get data(): string {
    return join(this.folder, 'data');
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'glossa-postgres-'));
  chmodSync(folder, 0o777);
  return folder;
}
