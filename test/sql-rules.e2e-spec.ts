import { digestSql } from '../src/imports/template-differences';
import { digestOf } from '../src/language-files';
import { Database } from '../src/database/database';
import { originOf, originSql } from '../src/project-write/stores/description-origin';
import { type RunningApp, startApp } from './support/start-app';

const TEXTS = ['', 'a', 'Hello, {name}!', 'ä\u{1F600}', 'line\nline', 'x'.repeat(70_000)];

describe('a rule in SQL is the same as in TypeScript', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  /** Evaluates SQL of a column `text` for each text. */
  const evaluate = async (sql: string): Promise<unknown[]> => {
    const database = running.app.get(Database);
    const statement = `SELECT ${sql} AS value FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place`;
    const rows = await database.rows<{ value: unknown }>(statement, [TEXTS]);
    return rows.map(({ value }) => value);
  };

  it('for the origin of a description', async () => {
    expect(await evaluate(originSql(`'po'`, 'text'))).toEqual(TEXTS.map((text) => originOf('po', text)));
  });

  it('for the digest of a text in a file', async () => {
    expect(await evaluate(digestSql('text'))).toEqual(TEXTS.map((text) => digestOf(text)));
    expect(await evaluate(digestSql('NULL'))).toEqual(TEXTS.map(() => digestOf(undefined)));
  });
});
