import type { Principal } from '../common/access/principal';
import { prepared, type PreparedStatement } from '../database/statements';
import type { ChangeCounts, ProjectChanges } from './project-changes';

/** The kinds of writes, as the list of changes names them. */
export const CHANGE_ACTIONS = [
  'import',
  'key.create',
  'key.update',
  'key.delete',
  'batch',
  'replace',
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
  /** The only key for which the change undid another one. */
  undoesKeyId?: string;
  /** The revision that the change restored. */
  restores?: number;
  /** How the caller sent it; absent: by the HTTP API. */
  via?: 'mcp';
}

/** The member `details` of a row of `changes`. */
export type StoredDetails = ChangeDetails & { counts: Omit<ChangeCounts, 'statesSet'> & { statesSet?: number } };

/** A write to record. */
interface RecordedWrite {
  project: { id: string };
  principal: Pick<Principal, 'apiKeyId' | 'person' | 'via'>;
  changes: ProjectChanges;
  details: ChangeDetails;
  /** The revision that it undoes. */
  undoes?: number;
}

/** Returns the statement that records a write as the next revision of its project, and its values. */
export function recordStatement(
  action: ChangeAction,
  { project, principal, changes, details, undoes }: RecordedWrite,
): [PreparedStatement, unknown[]] {
  const stored: StoredDetails = { counts: changes.counts, ...details, via: principal.via };
  const [languages, namespaces] = [[...changes.languages].sort(), [...changes.namespaces].sort()];
  const values: unknown[] = [
    project.id,
    changes.keyDelta,
    action,
    principal.apiKeyId,
    languages,
    namespaces,
    undoes,
    stored,
  ];
  values.push(principal.person?.id ?? null);
  return [RECORD, values];
}

const RECORD = prepared(`
  WITH raised AS (
    UPDATE projects SET revision = revision + 1, updated_at = clock_timestamp(), string_count = string_count + $2::int
    WHERE id = $1 RETURNING id, revision, updated_at, string_count)
  INSERT INTO changes
    (project_id, revision, at, action, api_key_id, api_key_name, languages, namespaces, string_count, undoes, details, person_id)
  SELECT id, revision, updated_at, $3::text, $4::uuid, coalesce((SELECT name FROM api_keys WHERE id = $4), ''),
         $5::text[], $6::text[], string_count, $7::bigint, $8::jsonb, $9::uuid
  FROM raised`);
