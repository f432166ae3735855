import type { PreparedStatement } from '../database/statements';
import type { ChangeCounts } from './project-changes';

/** A change whose row of `changes` is written, and that is about to be committed. */
export interface RecordedProjectChange {
  projectId: string;
  /** The revision of the project after the change. */
  revision: string;
  counts: Readonly<ChangeCounts>;
  /** The numbers of texts that it set to `reviewed`, by language. */
  reviewed: ReadonlyMap<string, number>;
}

/** Is notified of the changes of projects that have webhooks. */
export interface ChangeListener {
  /**
   * Returns statements, with their values, that run with the COMMIT, behind the statement that inserts the row of
   * `changes`.
   */
  statementsFor(change: RecordedProjectChange): [PreparedStatement, unknown[]][];
  /** Called after the COMMIT. */
  committed(): void;
}
