import { sizeOf } from '../database/first-bytes';
import type { ChangeAction, StoredDetails } from '../project-write/change-record';
import type { Change } from './change';

export interface ChangeRow {
  revision: string;
  at: Date;
  action: ChangeAction;
  apiKeyId: string | null;
  personId: string | null;
  personName: string | null;
  apiKeyName: string;
  languages: string[];
  undoes: string | null;
  undoneBy: string | null;
  details: StoredDetails;
}

/**
 * Returns SQL that selects the changes `c` of the project `$1` that can be read: others may be partly pruned. Further
 * conditions can follow, with AND.
 *
 * @param keyId SQL of the id of a key: a change counts as undone too if it was undone for this key only
 */
export const selectChange = (keyId?: string): string => `
  SELECT c.revision, c.at, c.action, c.api_key_id AS "apiKeyId", c.api_key_name AS "apiKeyName",
         c.person_id AS "personId", (SELECT name FROM persons WHERE id = c.person_id) AS "personName", c.languages, c.undoes,
         c.details, (
           SELECT max(u.revision) FROM changes u WHERE u.project_id = c.project_id AND u.undoes = c.revision
             AND (u.details -> 'undoesKeyId' IS NULL${keyId === undefined ? '' : ` OR (u.details ->> 'undoesKeyId')::uuid = ${keyId}`})
         ) AS "undoneBy"
  FROM changes c
  WHERE c.project_id = $1 AND c.revision > (SELECT oldest_revision FROM projects WHERE id = $1)`;

/** SQL of the size of a row `r` of `selectChange`. */
export const CHANGE_SIZE = sizeOf(
  'r.details::text',
  `array_to_string(r.languages, '')`,
  'r."apiKeyName"',
  'r."personName"',
);

export function toChange(row: ChangeRow): Change {
  const { revision, at, action, apiKeyId, apiKeyName, personId, personName, languages, undoes, undoneBy, details } =
    row;
  const change: Change = {
    revision: Number(revision),
    at,
    action,
    apiKey: apiKeyId === null ? null : { id: apiKeyId, name: apiKeyName },
    person: personId === null ? null : { id: personId, name: personName ?? '' },
    via: details.via ?? 'api',
    // Changes from before there were states have no number of them.
    counts: { ...details.counts, statesSet: details.counts.statesSet ?? 0 },
    languages,
  };
  if (details.import) change.import = details.import;
  if (undoes !== null) change.undoes = Number(undoes);
  if (undoneBy !== null) change.undoneBy = Number(undoneBy);
  if (details.undoesKeyId !== undefined) change.undoesKeyId = details.undoesKeyId;
  if (details.restores !== undefined) change.restores = details.restores;
  return change;
}
