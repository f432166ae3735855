import { createHash } from 'node:crypto';
import type { Database } from '../database';
import type { Transaction } from '../transaction';
import { listMigrations, listTables, type Table } from './tables';

/** The most rows that are read and written together. */
const PAGE_ROWS = 500;
/** The most bytes of their texts, unless one row has more: memory holds a page several times. */
const PAGE_BYTES = 4 * 1_048_576;

/** The transfer cannot be done; the message is one line for the operator. Nothing was written. */
export class TransferError extends Error {}

/** A table that was copied. */
export interface CopiedTable {
  name: string;
  rows: number;
}

/** Both databases write values alike, whatever their settings are. */
const VALUES_AS_TEXT = ['TimeZone = UTC', 'bytea_output = hex', 'IntervalStyle = postgres', 'extra_float_digits = 1'];
const begin = (transaction: string, ...settings: string[]): string =>
  [transaction, ...VALUES_AS_TEXT, ...settings].join('; SET LOCAL ');

const SNAPSHOT = begin('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
const COPY = begin('BEGIN', 'lock_timeout = 0');

/**
 * Copies all rows of one migrated database into another, in one transaction of the target, and compares count and hash
 * of each table there before the commit.
 *
 * @param target a database with the same migrations and no rows
 * @throws TransferError
 */
export function copyDatabase(source: Database, target: Database): Promise<CopiedTable[]> {
  return source.transaction(SNAPSHOT, (from) =>
    target.transaction(COPY, async (to) => {
      await assertSameMigrations(from, to);
      const tables = await listTables(from);
      await assertEmpty(to, tables);
      const copied: CopiedTable[] = [];
      for (const table of tables) copied.push({ name: table.name, rows: await copyTable(table, from, to) });
      return copied;
    }),
  );
}

async function assertSameMigrations(from: Transaction, to: Transaction): Promise<void> {
  const [source, target] = [await listMigrations(from), await listMigrations(to)];
  if (source.length === 0) throw new TransferError('the source holds no data of Glossa');
  if (source.join() !== target.join()) {
    throw new TransferError('the source has the tables of another version of Glossa: start this version on it once');
  }
}

async function assertEmpty(to: Transaction, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const [found] = await to.rows<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${name}`);
    if (found && found.rows > 0)
      filled.push(`${name.replaceAll('_', ' ').replace('api keys', 'API keys')}: ${found.rows}`);
  }
  if (filled.length === 0) return;
  throw new TransferError(
    `the target is not empty (${filled.join(', ')}): use a new database, on which no service has been started`,
  );
}

/** @returns the number of rows */
async function copyTable(table: Table, from: Transaction, to: Transaction): Promise<number> {
  const written = new RowsHash();
  for await (const page of pagesOf(table, from)) {
    written.add(page);
    await to.rows(insertStatement(table), columnsOf(table, page));
  }
  const stored = new RowsHash();
  for await (const page of pagesOf(table, to)) stored.add(page);
  if (written.count !== stored.count || written.digest() !== stored.digest()) {
    throw new TransferError(`the copy of ${table.name} differs from the source`);
  }
  return written.count;
}

/** A row: the text form of each column. */
type Row = Record<string, string | null>;

/** Count and hash of rows, in the order in which they were added. */
class RowsHash {
  count = 0;
  private readonly hash = createHash('sha256');

  add(rows: readonly Row[]): void {
    this.count += rows.length;
    for (const row of rows) this.hash.update(JSON.stringify(Object.values(row)));
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

const columnAlias = (index: number): string => `c${index}`;

/** Reads a table in the order of its primary key. A second cursor is ahead with the sizes of the rows, which cut the pages. */
async function* pagesOf({ name, columns, key }: Table, tx: Transaction): AsyncGenerator<Row[]> {
  const texts = columns.map((column, index) => `${column.name}::text AS ${columnAlias(index)}`);
  const bytes = columns.map((column) => `coalesce(octet_length(${column.name}::text), 0)`);
  const from = `FROM ${name} ORDER BY ${key.join(', ')}`;
  await tx.rows(`DECLARE sizes CURSOR FOR SELECT (${bytes.join(' + ')})::float8 AS bytes ${from}`);
  await tx.rows(`DECLARE transfer CURSOR FOR SELECT ${texts.join(', ')} ${from}`);
  for (;;) {
    const sizes = await tx.rows<{ bytes: number }>(`FETCH ${PAGE_ROWS} FROM sizes`);
    if (sizes.length === 0) break;
    for (const rows of pageLengths(sizes.map((row) => row.bytes))) {
      yield await tx.rows<Row>(`FETCH ${rows} FROM transfer`);
    }
  }
  for (const cursor of ['sizes', 'transfer']) await tx.rows(`CLOSE ${cursor}`);
}

/** Returns the numbers of rows of pages. @param sizes of the rows, in bytes */
function pageLengths(sizes: readonly number[]): number[] {
  const lengths: number[] = [];
  let [rows, bytes] = [0, 0];
  for (const size of sizes) {
    if (rows > 0 && bytes + size > PAGE_BYTES) {
      lengths.push(rows);
      [rows, bytes] = [0, 0];
    }
    rows += 1;
    bytes += size;
  }
  return [...lengths, rows];
}

/** PostgreSQL parses the text form of a column, so that every type is copied exactly. */
function insertStatement({ name, columns }: Table): string {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `${columnAlias(index)}::${type}`).join(', ');
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const aliases = columns.map((_, index) => columnAlias(index)).join(', ');
  return `INSERT INTO ${name} (${names}) SELECT ${values} FROM unnest(${parameters}) AS page (${aliases})`;
}

const columnsOf = ({ columns }: Table, page: readonly Row[]): (string | null)[][] =>
  columns.map((_, index) => page.map((row) => row[columnAlias(index)] ?? null));
