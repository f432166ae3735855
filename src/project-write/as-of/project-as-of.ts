import type { Database } from '../../database/database';
import { assertKept, assertReached } from './revision';
import { heldAt } from './versions';
import type { VisibleProject } from '../visible-project';

/** A project to read: as it is, or as it was. */
export interface ProjectToRead extends VisibleProject {
  /** The earlier revision to read; undefined for the project as it is. */
  asOf?: string;
}

/**
 * Returns the project as it was at a revision.
 *
 * @param project as it is
 * @param revision default: the present one
 * @throws UnknownRevisionError if the project has not reached the revision
 * @throws RevisionPrunedError if the history does not reach back to it
 */
export async function projectAsOf(
  database: Pick<Database, 'rows'>,
  project: VisibleProject,
  revision: number | undefined,
): Promise<ProjectToRead> {
  if (revision === undefined || String(revision) === project.revision) return project;
  assertReached(project.revision, revision, 'revision');
  assertKept(project.oldestRevision, revision);
  const asOf = String(revision);
  const sql = `SELECT ${projectColumnsAsOf(asOf)} FROM projects p WHERE p.id = $1`;
  const [found] = await database.rows<VisibleProject>(sql, [project.id]);
  return { ...project, ...found, asOf };
}

/**
 * Returns the columns of a `VisibleProject` as they were at a revision.
 *
 * @param revision digits
 */
export const projectColumnsAsOf = (revision: string): string => `p.id, p.source_language AS "sourceLanguage",
  ${settingAsOf('name', revision)} AS name, ${settingAsOf('target_languages', revision)} AS "targetLanguages",
  ${stringCountAsOf(revision)} AS "stringCount", least(p.revision, ${revision}) AS revision, p.oldest_revision AS "oldestRevision"`;

/** The number of keys before the next change: the change that made the revision may be older than the history. */
const stringCountAsOf = (revision: string): string => `coalesce((
    SELECT c.string_count - (c.details #>> '{counts,keysCreated}')::int + (c.details #>> '{counts,keysDeleted}')::int
    FROM changes c WHERE c.project_id = p.id AND c.revision > ${revision} ORDER BY c.revision LIMIT 1), p.string_count)`;

const settingAsOf = (column: string, revision: string): string => `coalesce((
    SELECT h.${column} FROM projects_history h
    WHERE h.project_id = p.id AND ${heldAt(revision, 'h')} LIMIT 1), p.${column})`;
