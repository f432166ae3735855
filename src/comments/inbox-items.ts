import { v7 as uuidv7 } from 'uuid';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { Comment } from './comment';
import { seesProject } from './mentions';

/**
 * Puts a comment into the inboxes of the persons whom it mentions, and of those who have written in its discussion, if they see the
 * project. A comment that is there stays as it is: a mention that is added later makes it a mention.
 */
export async function addToInboxes(
  tx: Transaction,
  organizationId: string,
  { id, projectId, keyId, threadId, person }: Comment,
  mentions: readonly string[],
): Promise<void> {
  const values = [mentions, projectId, keyId, threadId, id, organizationId, person?.id ?? null];
  const recipients = await tx.rows<{ id: string; isMentioned: boolean }>(FIND_RECIPIENTS, values);
  if (recipients.length === 0) return;
  const ids = recipients.map(() => uuidv7());
  const kinds = recipients.map(({ isMentioned }) => (isMentioned ? 'mention' : 'reply'));
  await tx.rows(ADD, [id, ids, recipients.map((recipient) => recipient.id), kinds]);
}

/** Takes a comment out of all inboxes. */
export async function removeFromInboxes(tx: Transaction, commentId: string): Promise<void> {
  await tx.rows(REMOVE, [commentId]);
}

const FIND_RECIPIENTS = prepared(`
  SELECT r.id, bool_or(r.is_mentioned) AS "isMentioned"
  FROM (
    SELECT unnest($1::uuid[]) AS id, true AS is_mentioned
    UNION ALL
    SELECT person_id, false FROM comments WHERE project_id = $2 AND key_id = $3 AND thread_id = $4 AND id <> $5) r
  JOIN memberships m ON m.person_id = r.id AND ${seesProject('$2::uuid', '$6')}
  WHERE r.id IS DISTINCT FROM $7::uuid GROUP BY r.id`);

const ADD = prepared(`
  INSERT INTO inbox_items (id, comment_id, person_id, kind)
  SELECT r.id, $1, r.person_id, r.kind FROM unnest($2::uuid[], $3::uuid[], $4::text[]) r (id, person_id, kind)
  ON CONFLICT (comment_id, person_id) DO UPDATE SET kind = 'mention' WHERE excluded.kind = 'mention'`);

const REMOVE = prepared('DELETE FROM inbox_items WHERE comment_id = $1');
