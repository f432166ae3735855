import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import type { StoredForms } from '../stored-forms';

/** A content, by the SHA-256 of its bytes. */
export interface ContentKey {
  projectId: string;
  sha256: string;
}

/**
 * Makes a content whole that is stored as a delta. Its former base is removed if nothing else needs it.
 *
 * @param forms of its bytes
 */
export async function makeWhole(
  tx: Transaction,
  { projectId, sha256 }: ContentKey,
  { plain, gzip, br }: StoredForms,
): Promise<void> {
  const [packed] = await tx.rows<{ base: string }>(LOCK_PACKED, [projectId, sha256]);
  if (!packed) return;
  await tx.rows(SET_WHOLE, [projectId, sha256, plain ?? null, gzip ?? null, br ?? null]);
  await removeUnused(tx, projectId, [packed.base]);
}

/** Removes contents that are in no release and that no delta needs, and the bases that only they needed. */
export async function removeUnused(tx: Transaction, projectId: string, hashes: readonly string[]): Promise<void> {
  for (let left = [...new Set(hashes)]; left.length > 0;) {
    const removed = await tx.rows<{ base: string | null }>(REMOVE_UNUSED, [projectId, left]);
    left = removed.flatMap(({ base }) => base ?? []);
  }
}

/** SQL of the condition that a content `c` is in no release. Rows that a publication has locked are in its release. */
export const IS_UNUSED = `NOT EXISTS (SELECT FROM release_files f WHERE f.project_id = c.project_id AND f.sha256 = c.sha256)
  AND NOT EXISTS (SELECT FROM release_contents d WHERE d.project_id = c.project_id AND d.base_sha256 = c.sha256)`;

const REMOVE_UNUSED = prepared(`
  DELETE FROM release_contents WHERE project_id = $1 AND sha256 IN (
    SELECT c.sha256 FROM release_contents c
    WHERE c.project_id = $1 AND c.sha256 = ANY ($2::text[]) AND ${IS_UNUSED} FOR UPDATE SKIP LOCKED)
  RETURNING base_sha256 AS base`);

const LOCK_PACKED = prepared(`
  SELECT base_sha256 AS base FROM release_contents
  WHERE project_id = $1 AND sha256 = $2 AND base_sha256 IS NOT NULL FOR NO KEY UPDATE`);

const SET_WHOLE = prepared(`
  UPDATE release_contents SET plain = $3, gzip = $4, br = $5, base_sha256 = NULL, delta = NULL
  WHERE project_id = $1 AND sha256 = $2`);
