import { prepared } from '../../database/statements';
import { keyNameAt } from '../../project-write/as-of/versions';
import type { Snapshot } from './snapshot';

/** With more changes, all entries are read again. */
const MAX_CHANGES = 1_000;

/** A key that was changed, or a text of it. */
export interface ChangedKey {
  id: string;
  /** The name at the earlier revision; null if the key did not exist. */
  name: string | null;
}

/** Each part is read by an index, so that the cost does not depend on the size of the project. */
const CHANGED = prepared(`
  SELECT id, ${keyNameAt('c.id', '$2')} AS name
  FROM (
    SELECT id FROM keys WHERE project_id = $1 AND since > $2
    UNION ALL SELECT id FROM keys_history WHERE project_id = $1 AND until > $2
    UNION ALL SELECT key_id FROM translations WHERE project_id = $1 AND since > $2 AND language = ANY ($3)
    UNION ALL SELECT key_id FROM translations_history WHERE project_id = $1 AND until > $2 AND language = ANY ($3)
    LIMIT ${MAX_CHANGES + 1}) c`);

/**
 * Reads the keys that have been created, changed or deleted since a revision, with those whose texts have.
 *
 * @param since a revision that the project has reached
 * @param languages of the texts
 * @returns undefined if there are many, or if the history does not reach back to the revision
 */
export async function readChangedKeys(
  snapshot: Snapshot,
  since: string,
  languages: readonly string[],
): Promise<ChangedKey[] | undefined> {
  const { id, oldestRevision } = snapshot.project;
  if (Number(since) < Number(oldestRevision)) return undefined;
  const rows = await snapshot.rows<ChangedKey>(CHANGED, [id, since, languages]);
  if (rows.length > MAX_CHANGES) return undefined;
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
