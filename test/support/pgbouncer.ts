import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port';

const CONFIGURATION = join(__dirname, '../../deploy/pgbouncer/pgbouncer.ini');
const PROGRAM = '/usr/sbin/pgbouncer';

/** A PgBouncer of a test, in front of the server at `DATABASE_URL`. */
export interface RunningPgbouncer {
  /** The address of the same database through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer with the configuration for operators, but with all databases of the server and without passwords.
 *
 * @param settings lines that replace lines of the configuration
 */
export async function startPgbouncer(server: string, settings: readonly string[] = []): Promise<RunningPgbouncer> {
  const { hostname, port, username, password } = new URL(server);
  const login = `user=${username}${password && ` password=${password}`}`;
  const listenPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'glossa-pgbouncer-'));
  // PgBouncer does not run as root, and must be able to read its configuration as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const [, options = ''] = readFileSync(CONFIGURATION, 'utf8').split('[pgbouncer]');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || 5432} ${login}`,
    `[pgbouncer]${options}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'auth_file =',
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = new URL(server);
  url.hostname = '127.0.0.1';
  url.port = String(listenPort);
  while (!(await answers(url.href))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}: ${log}`);
    await delay(50);
  }
  return { url: url.href, stop };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
