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

/** What is told of the changes of projects that have webhooks. */
export interface ChangeListener {
  /** Returns SQL without parameters that runs with the COMMIT, behind the statement that inserts the row of `changes`. */
  statementFor(change: RecordedProjectChange): string;
  /** Called after the COMMIT. */
  committed(): void;
}
