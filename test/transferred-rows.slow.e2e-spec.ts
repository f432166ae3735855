import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { openDatabase } from '../src/database/open-database';
import { ReleasePacking } from '../src/releases/packing/release-packing';
import { RunningTransaction } from '../src/database/transaction';
import { TransferError } from '../src/database/transfer/copy-database';
import { transfer } from '../src/transfer';
import { Dispatcher } from '../src/webhooks/dispatcher';
import { Exchange } from './support/exchange';
import { runToEnd } from './support/jobs';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase, type TestDatabase } from './support/test-database';
import { createKey, givenWebhook } from './support/webhooks';

const PO = `msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# A translator's comment
#: src/app.ts:1
#, fuzzy
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"
`;

describe('transfer', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  beforeEach(async () => {
    source = await testDatabase();
    target = await testDatabase();
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
  });

  async function withService<T>({ location }: TestDatabase, work: (running: RunningApp) => Promise<T>): Promise<T> {
    const running = await startApp({}, location);
    try {
      return await work(running);
    } finally {
      await running.close();
    }
  }

  /** Fills the source with two organizations. @returns how to read the project of the second one */
  async function fill(): Promise<{ id: string; secret: string }> {
    const running = await startApp({}, source.location);
    try {
      await running.given.project({ keys: [{ name: 'a.b', value: 'Text', translations: { de: 'Text\u2028"\\{}' } }] });
      const { id, api, organization } = await running.given.project({ keys: [{ name: 'empty', value: '' }] });
      await new Exchange(api, id).imported({ name: 'de.po', bytes: PO });
      return { id, secret: organization.secret };
    } finally {
      await running.close();
    }
  }

  it('copies the contents of old releases, which depend on each other', async () => {
    const { token, hashes } = await withService(source, async (running) => {
      const keys = Array.from({ length: 200 }, (_, i) => ({ name: `key ${i}`, value: `A text with the number ${i}` }));
      const { id, api, keyIds } = await running.given.project({ keys });
      const { deliveryToken } = (await api.post(`projects/${id}/delivery-tokens`, { name: 'Web shop' })).body;
      const published: string[] = [];
      for (const text of ['First', 'Second', 'Third']) {
        await api.put(`keys/${keyIds[7]}`, { translations: { en: text } });
        const { release } = (await api.post(`projects/${id}/releases`, { channel: 'production' })).body;
        published.push(release.files[0].sha256);
      }
      const sql = running.app.get(DataSource);
      await sql.query(`UPDATE releases SET created_at = created_at - interval '1 hour'`);
      await runToEnd(running.app.get(ReleasePacking));
      const [deltas] = await sql.query('SELECT count(delta)::int AS count FROM release_contents');
      expect(deltas.count).toBe(2);
      return { token: deliveryToken.token as string, hashes: published };
    });
    await transfer(source.location, target.location);
    await withService(target, async ({ url }) => {
      for (const hash of hashes) {
        const answer = await fetch(`${url}/delivery/${token}/f/${hash}.json`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([answer.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, hash]);
      }
    });
  });

  it('copies every row: API keys, projects and files are the same on the target', async () => {
    const { id, secret } = await fill();
    const { tables, projects } = await transfer(source.location, target.location);
    expect(projects).toBe(2);
    const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
    expect(rows).toMatchObject({ organizations: 3, projects: 2, keys: 3, translations: 5 });

    const exports = await Promise.all(
      [source, target].map(async ({ location }) => {
        const running = await startApp({}, location);
        try {
          const api = running.operator.as(secret);
          const files = [];
          for (const format of ['json', 'po', 'csv']) {
            const { status, headers, bytes } = await api.get(`projects/${id}/export?format=${format}&language=de`);
            files.push({ status, etag: headers.get('etag'), text: bytes.toString() });
          }
          return { files, details: (await api.get(`projects/${id}`)).body };
        } finally {
          await running.close();
        }
      }),
    );
    expect(exports[1]).toEqual(exports[0]);
    expect(exports[0]?.files[1]?.text).toContain("A translator's comment");
  });

  it('refuses a target that has rows, and changes nothing there', async () => {
    await fill();
    await transfer(source.location, target.location);
    await expect(transfer(source.location, target.location)).rejects.toThrow(TransferError);
    await expect(transfer(source.location, target.location)).rejects.toThrow(
      /the target is not empty \(.*organizations: \d+, API keys: \d+, /,
    );
  });

  it('reads and writes some MiB at a time, however large the rows are', async () => {
    await withService(source, async (running) => {
      const { id } = await running.given.project();
      await running.app.get(DataSource).query(
        `INSERT INTO release_contents (project_id, sha256, format, bytes, plain)
         SELECT $1, md5(i::text), 'json', 100000, convert_to(repeat('x', 100000), 'UTF8') FROM generate_series(1, 60) i`,
        [id],
      );
    });
    const sizes: number[] = [];
    const rows = Reflect.get(RunningTransaction.prototype, 'rows');
    const spy = jest.spyOn(RunningTransaction.prototype, 'rows').mockImplementation(async function (
      this: RunningTransaction,
      statement,
      values,
    ) {
      const read = await rows.call(this, statement, values);
      sizes.push(JSON.stringify(values ?? []).length, JSON.stringify(read).length);
      return read;
    });
    const { tables } = await transfer(source.location, target.location).finally(() => spy.mockRestore());
    expect(tables).toContainEqual({ name: 'release_contents', rows: 60 });
    expect(Math.max(...sizes)).toBeLessThan(5 * 1_048_576);
    expect(Math.max(...sizes)).toBeGreaterThan(1_048_576);
  });

  it('sends no message of a webhook that is due', async () => {
    await withService(source, async (running) => {
      const { id, api } = await givenWebhook(running, { url: 'https://receiver.invalid' });
      await running.app.get(Dispatcher).beforeApplicationShutdown();
      await createKey(api, id);
    });
    await transfer(source.location, target.location);
    for (const { location } of [source, target]) {
      const opened = await openDatabase(location, []);
      try {
        const attempts = 'SELECT d.attempts, w.due_at <= now() AS due FROM webhook_deliveries d, webhooks w';
        expect(await opened.dataSource.query(attempts)).toEqual([{ attempts: 0, due: true }]);
      } finally {
        await opened.close();
      }
    }
  });

  it('copies an installation without projects', async () => {
    expect(await transfer(source.location, target.location)).toMatchObject({ projects: 0 });
  });
});
