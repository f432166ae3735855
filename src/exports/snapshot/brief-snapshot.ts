import type { Database } from '../../database/database';
import { READ_CURSORS_TO_END } from '../../database/planned-reads';
import type { PreparedStatement } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import type { Snapshot, SnapshotProject } from './snapshot';

/** A page is read in some milliseconds. */
const PAGE_ROWS = 500;

/** Names cursors: the cursors of a session have different names. */
let cursorCount = 0;

/** The project has changed since the snapshot was begun. */
class OutdatedSnapshotError extends Error {
  override readonly name = 'OutdatedSnapshotError';
}

/**
 * A snapshot without a transaction for all of it: each statement has one of its own, and fails if the project has
 * another revision by then. A cursor has the rows of the moment at which it was declared.
 */
export class BriefSnapshot implements Snapshot {
  /** Whether a statement failed because the project has changed. */
  isOutdated = false;
  private readonly cursors = new Set<string>();

  /** @param read runs statements in a transaction, with the project as it is there */
  constructor(
    readonly project: SnapshotProject,
    readonly from: Snapshot['from'],
    private readonly database: Database,
    private readonly read: <T>(run: (tx: Transaction, project: SnapshotProject) => Promise<T>) => Promise<T>,
  ) {}

  rows<Row>(statement: PreparedStatement | string, parameters: unknown[]): Promise<Row[]> {
    return this.run((tx) => tx.rows<Row>(statement, parameters));
  }

  async *pages<Row>(sql: string, parameters: unknown[], maxRows = PAGE_ROWS): AsyncGenerator<Row[]> {
    const pageRows = Math.min(PAGE_ROWS, maxRows);
    if (this.project.stringCount <= pageRows) {
      yield await this.rows<Row>(sql, parameters);
      return;
    }
    const cursor = `snapshot_${++cursorCount}`;
    await this.run(async (tx) => {
      await tx.rows(READ_CURSORS_TO_END);
      await tx.rows(`DECLARE ${cursor} NO SCROLL CURSOR WITH HOLD FOR ${sql}`, parameters);
    });
    this.cursors.add(cursor);
    for (;;) {
      const rows = await this.database.transaction('BEGIN READ ONLY', (tx) =>
        tx.rows<Row>(`FETCH ${pageRows} FROM ${cursor}`),
      );
      const { length } = rows;
      if (length > 0) yield rows;
      rows.length = 0;
      if (length < pageRows) break;
    }
    await this.closeCursor(cursor);
  }

  /** Closes the cursors whose rows were not read to the end. */
  async close(): Promise<void> {
    // A session that is lost has lost its cursors too.
    for (const cursor of this.cursors) await this.closeCursor(cursor).catch(() => undefined);
  }

  private async closeCursor(cursor: string): Promise<void> {
    this.cursors.delete(cursor);
    await this.database.shared.rows(`CLOSE ${cursor}`, []);
  }

  private run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.read((tx, { revision }) => {
      this.isOutdated ||= revision !== this.project.revision;
      if (this.isOutdated) throw new OutdatedSnapshotError('the project has changed since the snapshot was begun');
      return work(tx);
    });
  }
}
