import { v7 as uuidv7 } from 'uuid';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { Comment } from './comment';
import { IS_CURRENT } from '../keys/assigned-keys';
import { seesProject } from './mentions';

/**
 * Puts a new comment into the inboxes of the persons whom it mentions, and of those who have written in its discussion, if they see the
 * project.
 */
export const addToInboxes = (
  tx: Transaction,
  organizationId: string,
  comment: Comment,
  mentions: readonly string[],
): Promise<void> => add(tx, organizationId, comment, mentions, comment.threadId);

/**
 * Puts a changed comment into the inboxes of persons whom it did not mention before, if they see the project. A comment that is there
 * stays as it is, and becomes a mention.
 */
export const addMentionsToInboxes = (
  tx: Transaction,
  organizationId: string,
  comment: Comment,
  mentions: readonly string[],
): Promise<void> => add(tx, organizationId, comment, mentions, null);

/** @param threadId of the discussion whose writers get an item too; null: no discussion */
async function add(
  tx: Transaction,
  organizationId: string,
  { id, projectId, keyId, person }: Comment,
  mentions: readonly string[],
  threadId: string | null,
): Promise<void> {
  const values = [mentions, projectId, keyId, threadId, id, organizationId, person?.id ?? null];
  const recipients = await tx.rows<{ id: string; isMentioned: boolean }>(FIND_RECIPIENTS, values);
  if (recipients.length === 0) return;
  const ids = recipients.map(() => uuidv7());
  const kinds = recipients.map(({ isMentioned }) => (isMentioned ? 'mention' : 'reply'));
  await tx.rows(ADD, [id, ids, recipients.map((recipient) => recipient.id), kinds]);
}

/**
 * Puts assignments that are new, or have got keys, into the inbox of their member, unless the member has assigned them. An assignment that
 * is there becomes unread.
 *
 * @param by id of the person who assigns; null: an API key does
 */
export async function addAssignmentsToInbox(
  tx: Transaction,
  assignmentIds: readonly string[],
  { memberId, by }: { memberId: string; by: string | null },
): Promise<void> {
  if (assignmentIds.length === 0) return;
  await tx.rows(ADD_ASSIGNMENTS, [assignmentIds.map(() => uuidv7()), assignmentIds, memberId, by]);
}

/** Takes a comment out of all inboxes. */
export async function removeFromInboxes(tx: Transaction, commentId: string): Promise<void> {
  await tx.rows(REMOVE, [commentId]);
}

/** SQL of the assignment of an item `i` that its member can still do. */
export const CURRENT_ASSIGNMENT = `
  SELECT a.* FROM assignments a JOIN memberships m ON m.id = a.membership_id JOIN projects p ON p.id = a.project_id
  WHERE a.id = i.assignment_id AND ${IS_CURRENT}`;

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

const ADD_ASSIGNMENTS = prepared(`
  INSERT INTO inbox_items (id, assignment_id, person_id, kind, assigned_by)
  SELECT n.id, n.assignment_id, m.person_id, 'assignment', $4
  FROM unnest($1::uuid[], $2::uuid[]) n (id, assignment_id) JOIN memberships m ON m.id = $3
  WHERE m.person_id IS DISTINCT FROM $4::uuid
  ON CONFLICT (assignment_id)
    DO UPDATE SET id = excluded.id, assigned_by = excluded.assigned_by, read_at = NULL, mailed_at = NULL`);

const REMOVE = prepared('DELETE FROM inbox_items WHERE comment_id = $1');
