import pg from 'pg';
import type { ChangeCounts, ProjectChanges } from './project-changes';

/** The kinds of writes, as the list of changes names them. */
export const CHANGE_ACTIONS = [
  'import',
  'key.create',
  'key.update',
  'key.delete',
  'batch',
  'review',
  'languages',
  'project.update',
  'template.delete',
  'undo',
  'restore',
] as const;

/** The deletion of a project, and changes of its webhooks, leave no change. */
export type ChangeAction = (typeof CHANGE_ACTIONS)[number] | 'project.delete' | 'webhooks';

/** The file of an import. */
export interface ImportedFileRecord {
  /** Null if the request named none. */
  fileName: string | null;
  format: string;
  /** The languages of its texts. */
  languages: readonly string[];
}

/** Details that only some changes have. */
export interface ChangeDetails {
  import?: ImportedFileRecord;
  /** The revision that the change restored. */
  restores?: number;
}

/** The member `details` of a row of `changes`. */
export type StoredDetails = ChangeDetails & { counts: Omit<ChangeCounts, 'statesSet'> & { statesSet?: number } };

/** A write to record. */
interface RecordedWrite {
  project: { id: string };
  principal: { apiKeyId: string };
  changes: ProjectChanges;
  details: ChangeDetails;
  /** The revision that it undoes. */
  undoes?: number;
}

/** Returns SQL that records a write as the next revision of its project. It runs before the revision is raised. */
export function insertChange(
  action: ChangeAction,
  { project, principal, changes, details, undoes }: RecordedWrite,
): string {
  const apiKeyId = pg.escapeLiteral(principal.apiKeyId);
  const stored: StoredDetails = { counts: changes.counts, ...details };
  return `INSERT INTO changes
    (project_id, revision, at, action, api_key_id, api_key_name, languages, namespaces, string_count, undoes, details)
    SELECT id, revision + 1, clock_timestamp(), ${pg.escapeLiteral(action)}, ${apiKeyId},
           coalesce((SELECT name FROM api_keys WHERE id = ${apiKeyId}), ''),
           ${arrayOf(changes.languages)}, ${arrayOf(changes.namespaces)}, string_count + (${changes.keyDelta}),
           ${undoes ?? 'NULL'}::bigint, ${pg.escapeLiteral(JSON.stringify(stored))}
    FROM projects WHERE id = ${pg.escapeLiteral(project.id)}`;
}

const arrayOf = (texts: Iterable<string>): string =>
  `ARRAY[${Array.from(texts, (text) => pg.escapeLiteral(text))
    .sort()
    .join(', ')}]::text[]`;
