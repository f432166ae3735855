import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Member, Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { beginRead, lookUp, lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { writeAs } from '../project-write/write-as';
import { COUNT_KEYS } from '../keys/assigned-keys';
import type { AssignmentTask } from '../keys/assignment-task';
import type { Comment, Named } from './comment';
import { COMMENT_COLUMNS, personOf, THREAD } from './comment-rows';
import type { InboxKind } from './entities/inbox-item.entity';
import { type InboxInvitation, listInvitations, markInvitations, UNREAD_INVITATIONS } from './inbox-invitations';
import { CURRENT_ASSIGNMENT } from './inbox-items';

/** A comment or an assignment in the inbox of a person, with where it is. */
interface InInbox {
  itemId: string;
  isRead: boolean;
  inProject: Named;
}

export interface InboxComment extends InInbox, Comment {
  kind: Exclude<InboxKind, 'assignment'>;
  keyName: string;
}

export interface InboxAssignment extends InInbox {
  kind: 'assignment';
  assignment: {
    id: string;
    language: string;
    task: AssignmentTask;
    /** The number of keys that are assigned; null: all keys. */
    keys: number | null;
    /** The person who assigned last; null: an API key did. */
    assignedBy: Named | null;
  };
}

export type InboxItem = InboxComment | InboxAssignment | InboxInvitation;

/** The unread items of an inbox, counted up to 1,000. */
export interface Unread {
  mentions: number;
  replies: number;
  assignments: number;
  invitations: number;
}

/** The items that a person marks as read. */
export interface ReadItems {
  until: string;
  keyId?: string;
  assignmentId?: string;
  invitationId?: string;
}

const NONE: Unread = { mentions: 0, replies: 0, assignments: 0, invitations: 0 };

/** The id of the last item of a page. */
const CURSOR = new CursorCodec(isUuid);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const READ = beginRead('inOrder');

/**
 * Lists the inbox of a person in an organization: comments on keys that exist, in projects that the person sees now, and assignments that
 * the person can do now. The invitations of the person to other organizations are in it, in whichever organization the person is.
 */
@Injectable()
export class InboxService {
  constructor(private readonly database: Database) {}

  /** Returns a page of the inbox, the newest first, with the numbers of unread items. */
  async page(
    principal: Principal,
    person: Member,
    { limit, cursor, unread }: { limit: number; cursor?: string; unread?: boolean },
  ): Promise<Page<InboxItem> & { unread: Unread }> {
    const [before = LAST_ID] = cursor === undefined ? [] : CURSOR.decode(cursor);
    const values = valuesOf(principal, person);
    const part = { before, unread: unread ?? false, limit: limit + 1 };
    return this.database.transaction(READ, async (tx) => {
      const rows = await tx.rows<InboxItem>(LIST, [...values, part.before, part.unread, part.limit]);
      const found = newestFirst([...rows, ...(await listInvitations(tx, person.id, part))]);
      const [counts = NONE] = await tx.rows<Unread>(COUNT_UNREAD, values);
      return { ...cutPage(found, limit, ({ itemId }) => CURSOR.encode(itemId)), unread: counts };
    });
  }

  /**
   * Marks the items up to one as read.
   *
   * @param keyId only comments on this key
   * @param assignmentId only this assignment
   * @param invitationId only this invitation
   */
  async read(
    principal: Principal,
    person: Member,
    { until, keyId, assignmentId, invitationId }: ReadItems,
  ): Promise<Unread> {
    const values = valuesOf(principal, person);
    return writeAs(this.database, principal, async (tx) => {
      if (invitationId === undefined) await tx.rows(MARK, [...values, until, keyId ?? null, assignmentId ?? null]);
      if (keyId === undefined && assignmentId === undefined)
        await markInvitations(tx, person.id, { until, id: invitationId });
      const [counts = NONE] = await tx.rows<Unread>(COUNT_UNREAD, values);
      return counts;
    });
  }
}

/** Sorts items by their ids, which begin with the time. */
const newestFirst = (items: InboxItem[]): InboxItem[] => items.sort((a, b) => (a.itemId < b.itemId ? 1 : -1));

const valuesOf = ({ organizationId, projectIds }: Principal, { id }: Member): unknown[] => [
  id,
  organizationId,
  projectIds,
];

/** SQL of the comment `c` with its key `k`, or the assignment `a`, and the project `p` of an item `i`, as far as the person sees them. */
const PLACE = `
  ${lookUpIfAny('SELECT * FROM comments WHERE id = i.comment_id', 'c')}
  ${lookUpIfAny('SELECT project_id, name FROM keys WHERE id = c.key_id', 'k')}
  ${lookUpIfAny(CURRENT_ASSIGNMENT, 'a')}
  ${lookUp(
    'SELECT id, name FROM projects WHERE id = coalesce(k.project_id, a.project_id) AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3))',
    'p',
  )}`;

const LIST = prepared(`
  SELECT ${COMMENT_COLUMNS}, i.id AS "itemId", i.kind, i.read_at IS NOT NULL AS "isRead", k.name AS "keyName",
    json_build_object('id', p.id, 'name', p.name) AS "inProject",
    json_build_object('id', a.id, 'language', a.language, 'task', a.task, 'keys', n.keys,
      'assignedBy', ${personOf('i.assigned_by')}) AS assignment
  FROM inbox_items i ${PLACE} ${THREAD} ${COUNT_KEYS}
  WHERE i.person_id = $1 AND i.id < $4 AND (NOT $5::boolean OR i.read_at IS NULL) ORDER BY i.id DESC LIMIT $6`);

const COUNT_UNREAD = prepared(`
  SELECT count(*) FILTER (WHERE kind = 'mention')::int AS mentions, count(*) FILTER (WHERE kind = 'reply')::int AS replies,
    count(*) FILTER (WHERE kind = 'assignment')::int AS assignments, ${UNREAD_INVITATIONS} AS invitations
  FROM (SELECT i.kind FROM inbox_items i ${PLACE} WHERE i.person_id = $1 AND i.read_at IS NULL LIMIT 1000) u`);

const MARK = prepared(`
  UPDATE inbox_items SET read_at = now() WHERE id IN (
    SELECT i.id FROM inbox_items i ${PLACE}
    WHERE i.person_id = $1 AND i.read_at IS NULL AND i.id <= $4 AND ($5::uuid IS NULL OR c.key_id = $5)
      AND ($6::uuid IS NULL OR a.id = $6))`);
