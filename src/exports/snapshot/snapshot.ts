import type { PreparedStatement } from '../../database/statements';
import type { Project } from '../../project-write/entities/project.entity';
import type { VersionedTable } from '../../project-write/stores/retired-rows';

/** The project of a snapshot. */
export type SnapshotProject = Pick<
  Project,
  'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision' | 'oldestRevision'
> & {
  /** Whether there is an imported file that an export can have the layout of. */
  hasTemplates: boolean;
};

/** A project at one moment. Its reads do not see later writes. */
export interface Snapshot {
  readonly project: SnapshotProject;
  /** Returns SQL of a relation with the rows of a table, for statements whose `$1` is the project. */
  readonly from: (table: VersionedTable) => string;
  rows<Row>(statement: PreparedStatement | string, parameters: unknown[]): Promise<Row[]>;
  /**
   * Reads the rows of a statement page by page, or all at once in a small project. A page is emptied when the next one
   * is requested.
   *
   * @param maxRows the most rows of a page. Default: as many as a page of short texts may have
   */
  pages<Row>(sql: string, parameters: unknown[], maxRows?: number): AsyncGenerator<Row[]>;
}
