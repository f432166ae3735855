import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedDatabase } from '../src/database/embedded/embedded-database';
import { randomNumbers, RecordedFolder } from './support/power-cut/power-cut';
import { FileRecorder } from './support/power-cut/recorder';

/** The number of power cuts. `POWER_CUTS=200` takes minutes. */
const CUTS = Number(process.env.POWER_CUTS ?? 12);
/** Milliseconds after which a test of so many power cuts is stuck: each takes less than a second on a quiet machine. */
const TIMEOUT_MS = 300_000 + CUTS * 30_000;
const SEED = Number(process.env.POWER_CUT_SEED ?? 1);
const WRITERS = 4;
const ROUNDS = 30;
/** Bytes of a text that does not compress: with it, the writers fill two segments of the log. */
const LONG_TEXT = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'glossa-power-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (path: string): Promise<EmbeddedDatabase> => EmbeddedDatabase.open(path, 'full');

async function withClient<T>(database: EmbeddedDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const { username: user, database: name, extra } = database.connectionOptions();
  const client = new Client({ user, database: name, ...extra });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes in several ways at the same time, and acknowledges each write when it is said to survive. */
async function writeAll(client: Client, synced: () => Promise<void> | undefined, acknowledge: (write: string) => void) {
  const commit = async (write: string, statement: string, values: unknown[]): Promise<void> => {
    await client.query(statement, values);
    await synced();
    acknowledge(write);
  };
  await client.query('CREATE TABLE counters (writer int PRIMARY KEY, round int NOT NULL)');
  await client.query('CREATE TABLE notes (name text PRIMARY KEY, text text NOT NULL)');
  const writer = async (number: number): Promise<void> => {
    await commit(`${number}`, 'INSERT INTO counters VALUES ($1, 0)', [number]);
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `${number}.${round}`;
      const text = `(SELECT string_agg(md5(i::text || $2), '') FROM generate_series(1, $3::int / 32) AS i)`;
      const length = round % 10 === number ? LONG_TEXT : 100;
      await commit(
        name,
        `WITH note AS (INSERT INTO notes VALUES ($1, ${text})) UPDATE counters SET round = $4 WHERE writer = $5`,
        [name, name, length, round, number],
      );
    }
  };
  const maintain = async (): Promise<void> => {
    for (const statement of [
      'CHECKPOINT',
      'CREATE INDEX notes_text ON notes (md5(text))',
      'VACUUM notes',
      'CHECKPOINT',
      'CREATE TABLE later AS SELECT * FROM notes',
      'TRUNCATE later',
      'VACUUM FULL counters',
      'CHECKPOINT',
      'DROP TABLE later',
    ]) {
      await client.query(statement);
      await synced();
    }
  };
  await Promise.all([maintain(), ...Array.from({ length: WRITERS }, (_, number) => writer(number))]);
}

/** Returns the writes that the database has, each found by an index and by reading the whole table. */
async function readAll(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(`SELECT to_regclass('notes') IS NOT NULL AS found`);
  if (!tables[0]?.found) return [];
  const read = async (setting: string): Promise<string[]> => {
    await client.query(`SET ${setting} = off`);
    const statement = `SELECT writer::text AS name FROM counters WHERE writer >= 0
      UNION ALL SELECT name FROM notes WHERE name >= '' AND length(text) > 0 ORDER BY name`;
    const { rows } = await client.query<{ name: string }>(statement);
    await client.query(`RESET ${setting}`);
    return rows.map(({ name }) => name);
  };
  const [byIndex, byTable] = [await read('enable_seqscan'), await read('enable_indexscan')];
  expect(byIndex).toEqual(byTable);
  const { rows: behind } = await client.query(
    `SELECT writer FROM counters WHERE round <> (SELECT count(*) FROM notes WHERE name LIKE writer || '.%')`,
  );
  expect(behind).toEqual([]);
  return byTable;
}

it(
  `loses no acknowledged write in a power cut, and opens after it: ${CUTS} cuts`,
  async () => {
    const source = join(folder, 'source');
    const recorder = new FileRecorder(folder);
    try {
      const database = await open(source);
      await withClient(database, (client) =>
        writeAll(
          client,
          () => database.synced(),
          (write) => recorder.acknowledge(write),
        ),
      );
      await database.close();
    } finally {
      recorder.stop();
    }
    const { events } = recorder;
    const random = randomNumbers(SEED);
    const created = events.findIndex((event) => event.kind === 'rename' && event.to === 'pgdata');
    const moments = Array.from({ length: CUTS }, (_, cut) =>
      // A few are in the creation of the database, of which there are many events, and nothing to lose.
      cut % 20 === 0 ? Math.floor(random() * created) : created + Math.ceil(random() * (events.length - created)),
    );
    const recorded = new RecordedFolder(events);
    for (const moment of moments.sort((a, b) => a - b)) {
      recorded.playUntil(moment);
      const target = join(folder, `cut-${moment}`);
      recorded.cutInto(target, random);
      const found = await reopen(join(target, 'source'), moment);
      expect({ moment, lost: recorded.acknowledged.filter((write) => !found.has(write)) }).toEqual({
        moment,
        lost: [],
      });
      rmSync(target, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

async function reopen(path: string, moment: number): Promise<Set<string>> {
  const database = await open(path).catch((error: unknown) => {
    throw new Error(`a database does not open after a power cut before event ${moment}, seed ${SEED}`, {
      cause: error,
    });
  });
  try {
    return new Set(await withClient(database, readAll));
  } finally {
    await database.close();
  }
}
