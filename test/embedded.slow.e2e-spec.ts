import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackEmpty } from './support/service-process';

const EMBEDDED = join(__dirname, '../dist/src/database/embedded');

/** Runs code as a process of its own, with the compiled modules at hand. @param wrapper a command that runs it */
function start(code: string, wrapper: readonly string[] = []): ChildProcess {
  const [command = '', ...args] = [...wrapper, process.execPath, '-e', code];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [chunk] = (await once(stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return chunk.toString().trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glossa-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the lock of DATA_DIR', () => {
  /** Locks the folder, prints whether it could, and holds the lock until the process ends. */
  const lock = (): string => `
    try {
      globalThis.lock = require(${JSON.stringify(join(EMBEDDED, 'folder-lock.js'))}).FolderLock.take(${JSON.stringify(folder)});
      setInterval(() => undefined, 1000);
      console.log('locked');
    } catch ({ constructor }) {
      console.log(constructor.name);
    }`;

  const canUnshare = (() => {
    try {
      execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  const namespaces: [string, string[]][] = [['the same process id namespace', []]];
  if (canUnshare) {
    namespaces.push(['its own process id namespace', ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']]);
  }

  it.each(namespaces)(
    'refuses a second process in %s, and is free at once when the first is killed',
    async (_, wrapper) => {
      const processes: ChildProcess[] = [];
      const locking = async (): Promise<string> => {
        const child = start(lock(), wrapper);
        processes.push(child);
        return firstLine(child);
      };
      try {
        expect(await locking()).toBe('locked');
        expect(await locking()).toBe('FolderInUseError');
        await end(processes[0] as ChildProcess);
        expect(await locking()).toBe('locked');
      } finally {
        await Promise.all(processes.map(end));
      }
    },
  );
});

describe('the embedded database of a folder', () => {
  it('leaves the event loop free while it executes a statement', async () => {
    await unpackEmpty(folder);
    const child = start(`
      const { EmbeddedDatabase } = require(${JSON.stringify(join(EMBEDDED, 'embedded-database.js'))});
      const { Client } = require('pg');
      EmbeddedDatabase.open(${JSON.stringify(folder)}, 'relaxed').then(async (database) => {
        const { username, database: name, extra } = database.connectionOptions();
        const client = new Client({ user: username, database: name, ...extra });
        await client.connect();
        let turns = 0;
        const timer = setInterval(() => turns++, 10);
        await client.query('SELECT count(*) FROM generate_series(1, 10000000)');
        clearInterval(timer);
        await client.end();
        await database.close();
        console.log(turns > 10 ? 'free' : 'blocked: ' + turns);
      })`);
    expect(await firstLine(child)).toBe('free');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
  });

  it('reports a failure when its thread ends', async () => {
    await unpackEmpty(folder);
    const child = start(`
      const { EmbeddedDatabase } = require(${JSON.stringify(join(EMBEDDED, 'embedded-database.js'))});
      EmbeddedDatabase.open(${JSON.stringify(folder)}, 'relaxed').then((database) => {
        database.failure.then(({ message }) => console.log(message));
        database.session.worker.terminate();
      });
      setInterval(() => undefined, 1000);`);
    try {
      expect(await firstLine(child)).toBe('the embedded database has stopped: its thread has ended');
    } finally {
      await end(child);
    }
  });

  it('rejects on opening what is not a data folder, and leaves the folder unlocked', async () => {
    const child = start(`
      const { EmbeddedDatabase } = require(${JSON.stringify(join(EMBEDDED, 'embedded-database.js'))});
      const { FolderLock } = require(${JSON.stringify(join(EMBEDDED, 'folder-lock.js'))});
      const { mkdirSync, writeFileSync } = require('node:fs');
      const folder = ${JSON.stringify(folder)};
      mkdirSync(folder + '/pgdata');
      writeFileSync(folder + '/pgdata/PG_VERSION', 'none');
      EmbeddedDatabase.open(folder, 'relaxed')
        .then(() => console.log('opened'), ({ message }) => console.log(message, FolderLock.take(folder).isHeld()))
        .then(() => process.exit(0));`);
    expect(await firstLine(child)).toMatch(
      /^the embedded database of DATA_DIR \S+ cannot be opened: postgres: could not access .* true$/,
    );
    await once(child, 'close');
  });
});
