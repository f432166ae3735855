import { TransferError } from '../src/database/transfer/copy-database';
import { transfer } from '../src/transfer';
import { Exchange } from './support/exchange';
import { startApp } from './support/start-app';
import { testDatabase, type TestDatabase } from './support/test-database';

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

  it('copies an installation without projects', async () => {
    expect(await transfer(source.location, target.location)).toMatchObject({ projects: 0 });
  });
});
