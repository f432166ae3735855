import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database';
import { endParts, PARTS } from '../database/embedded/end-parts';
import type { PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import type { ProjectWrite } from './project-write';

/** A write that begins with many keys and texts. */
export interface WriteInParts<P, T> {
  /** Reads by single statements. */
  plan: (write: ProjectWrite) => Promise<P>;
  /**
   * Writes keys and texts by the stores. Each row is written by one statement, or by one call of `together`.
   *
   * @param reads reads by single statements; on the embedded database, it sees nothing of the write
   */
  begin: (write: ProjectWrite, planned: P, reads: ProjectWrite) => Promise<void>;
  /** The number of keys and texts that it writes at most. */
  rowsOf: (planned: P) => number;
  /** Writes the rest. It neither reads nor writes the rows of the begin: on the embedded database, it would wait for them for ever. */
  finish: (write: ProjectWrite, planned: P) => Promise<T>;
}

/** Returns the work of a write in parts, for one transaction. */
export const inOneTransaction =
  <P, T>({ plan, begin, finish }: WriteInParts<P, T>) =>
  async (write: ProjectWrite): Promise<T> => {
    const planned = await plan(write);
    await begin(write, planned, write);
    return finish(write, planned);
  };

/** Rows of a statement, which keeps other requests waiting for 20 to 50 ms. A large write has more, so that its statements have places. */
const LEAST_ROWS = 1_000;
/** Statements of a write, less those that end early because their texts are long. */
const STATEMENTS = 150;
/** Rows are of keys and texts of a project that is locked in this process, so that no foreign key can fail meanwhile. */
const BEGIN = `BEGIN; ${writeSettings()}; SET LOCAL session_replication_role = replica`;

/**
 * Statements of a write of the embedded database. Each of them has a transaction of its own, so that other requests use the only
 * connection between two of them. The transactions are prepared (PostgreSQL manual, PREPARE TRANSACTION): nobody sees their rows before
 * they are committed together, right after the transaction that raises the revision of the project.
 */
export class Parts implements Transaction {
  readonly rowsPerStatement: number;
  /** The names of the transactions, from which `endParts` knows what becomes of them. */
  private readonly names: string[] = [];
  private readonly id = uuidv7();

  /** @param rows that will be written */
  constructor(
    private readonly database: Database,
    private readonly project: { id: string; revision: string },
    rows: number,
  ) {
    this.rowsPerStatement = Math.max(LEAST_ROWS, Math.ceil(rows / STATEMENTS));
  }

  rows<Row>(statement: PreparedStatement | string, values: unknown[] = []): Promise<Row[]> {
    return this.together((tx) => tx.rows<Row>(statement, values));
  }

  async together<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { id, revision } = this.project;
    const name = [PARTS, this.id, id, revision, this.names.length].join(' ');
    const end = { statement: `PREPARE TRANSACTION '${name}'` };
    const result = await this.database.transaction(BEGIN, work, undefined, end);
    this.names.push(name);
    return result;
  }

  /** SQL that commits the rows. */
  get commits(): string[] {
    return this.names.map((name) => `COMMIT PREPARED '${name}'`);
  }

  /** Ends what is left of a write that has failed. */
  async end(): Promise<void> {
    await endParts(this.database, this.id);
  }

  count(): never {
    throw new Error('the statements of a part of a write return rows');
  }

  onlyRows(): never {
    throw new Error('the statements of a part of a write return rows');
  }

  endWith(): never {
    throw new Error('the statements of a part of a write return rows');
  }
}
