import type { Transaction } from '../../database/transaction';
import type {
  FileLayoutState,
  FileTemplateState,
  LanguageMetaState,
  ProjectChanges,
  RecordedChange,
  Transition,
} from './project-changes';
import type { VersionedTable } from './retired-rows';
import { type ReversalTarget, type ReversedColumns, reversalStatements } from './reversal-target';

type FileState = LanguageMetaState | FileLayoutState | FileTemplateState;

/** Writes a table of what only file formats need; nothing else does. */
export abstract class FileStateStore<State extends FileState> {
  protected abstract readonly table: VersionedTable;
  protected abstract readonly reversed: ReversedColumns;

  constructor(
    protected readonly tx: Transaction,
    protected readonly projectId: string,
    /** The revision of the write. */
    protected readonly revision: string,
    private readonly changes: ProjectChanges,
  ) {}

  protected abstract toChange(transition: Transition<State>): RecordedChange;

  protected record(before: readonly State[] | null, after: readonly State[] | null): void {
    if ((after ?? before ?? []).length > 0) this.changes.record(this.toChange({ before, after }));
  }

  /** Puts back what held at the target; rows that were changed again stay. */
  async revert(target: ReversalTarget): Promise<void> {
    const { remove, insert } = reversalStatements(this.table, this.reversed, target);
    this.record(await this.tx.rows<State>(remove, [this.projectId, this.revision]), null);
    this.record(null, await this.tx.rows<State>(insert, [this.projectId, this.revision]));
  }
}
