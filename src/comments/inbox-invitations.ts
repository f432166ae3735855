import { hasRow } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { Role } from '../common/access/roles';
import { IS_FOR_PROVED_ADDRESS } from '../people/verified-address';
import type { Named } from './comment';
import { personOf } from './comment-rows';

/** An invitation in the inbox of the person who has proved its address. Its id is the id of the item. */
export interface InboxInvitation {
  itemId: string;
  kind: 'invitation';
  isRead: boolean;
  organizationName: string;
  role: Role;
  /** The person who invites; null: an API key does. */
  invitedBy: Named | null;
  expiresAt: Date;
}

/** Returns invitations of a person, the newest first. @param before the id of an item */
export function listInvitations(
  tx: Transaction,
  personId: string,
  { before, unread, limit }: { before: string; unread: boolean; limit: number },
): Promise<InboxInvitation[]> {
  return tx.rows<InboxInvitation>(LIST, [personId, before, unread, limit]);
}

/** Marks invitations of a person up to one as read. @param id only this one */
export async function markInvitations(
  tx: Transaction,
  personId: string,
  { until, id }: { until: string; id?: string },
): Promise<void> {
  await tx.rows(MARK, [personId, until, id ?? null]);
}

/** SQL of the condition that a link `l` is in the inbox of the person `$1`. */
const IS_SHOWN = `${IS_FOR_PROVED_ADDRESS}
  AND NOT ${hasRow('FROM memberships m WHERE m.person_id = $1 AND m.organization_id = l.organization_id')}`;

/** SQL of the number of unread invitations of the person `$1`, counted up to 1,000. */
export const UNREAD_INVITATIONS = `(
  SELECT count(*)::int FROM (SELECT FROM links l WHERE ${IS_SHOWN} AND l.read_at IS NULL LIMIT 1000) n)`;

const LIST = prepared(`
  SELECT l.id AS "itemId", 'invitation' AS kind, l.read_at IS NOT NULL AS "isRead",
    l.role, l.expires_at AS "expiresAt", ${personOf('l.invited_by')} AS "invitedBy",
    (SELECT name FROM organizations o WHERE o.id = l.organization_id) AS "organizationName"
  FROM links l WHERE ${IS_SHOWN} AND l.id < $2 AND (NOT $3::boolean OR l.read_at IS NULL) ORDER BY l.id DESC LIMIT $4`);

const MARK = prepared(`
  UPDATE links l SET read_at = now()
  WHERE ${IS_SHOWN} AND l.read_at IS NULL AND l.id <= $2 AND ($3::uuid IS NULL OR l.id = $3)`);
