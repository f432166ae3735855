import type { Transaction } from '../../database/transaction';
import type { CountedFiles, ProjectChanges } from '../project-changes';
import type { VersionedTable } from './retired-rows';
import { type ReversalTarget, type ReversedColumns, reversalStatements } from './reversal-target';

/** Writes a table of what only file formats need; nothing else does. */
export abstract class FileStateStore {
  protected abstract readonly table: VersionedTable;
  protected abstract readonly reversed: ReversedColumns;

  constructor(
    protected readonly tx: Transaction,
    protected readonly projectId: string,
    /** The revision of the write. */
    protected readonly revision: string,
    private readonly changes: ProjectChanges,
  ) {}

  /**
   * Runs a statement that returns `CountedFiles`, and records them.
   *
   * @param values from `$3` on.
   * @returns the number of rows
   */
  protected async write(statement: string, values: unknown[] = []): Promise<number> {
    const files = await this.tx.rows<CountedFiles>(statement, [this.projectId, this.revision, ...values]);
    this.changes.record({ files });
    return files.reduce((sum, { count }) => sum + count, 0);
  }

  /** Puts back the rows that held at the target; rows that were changed again stay. */
  async revert(target: ReversalTarget): Promise<void> {
    const { remove, insert } = reversalStatements(this.table, this.reversed, target);
    await this.write(remove);
    await this.write(insert);
  }
}
