import { prepared } from '../database/statements';
import { TOLD_COMMENTS } from '../comments/comment-rows';
import { lookUp } from '../database/planned-reads';
import type { ChangeAction } from '../project-write/change-record';

/** The most changes that a client is sent. One that is further behind reads the project anew. A poll reads one more of each project. */
export const MAX_CHANGES = 100;
/** The most keys that the event of a change names. */
const MAX_KEYS = 50;
/** The most persons of a project that are shown. */
const MAX_PRESENT = 100;

/** A change, as an event tells it. */
export interface LiveChange {
  revision: number;
  at: string;
  action: ChangeAction;
  /** The ids of the keys that the change concerned; null: more than 50. */
  keyIds: string[] | null;
  languages: string[];
  person: { id: string; name: string } | null;
  apiKey: { id: string; name: string } | null;
}

/** A person at a text. */
export interface LivePresence {
  person: { id: string; name: string };
  keyId: string;
  language: string;
}

/** A comment that was written, changed or deleted lately. */
interface LiveComment {
  id: string;
  keyId: string;
  at: string;
}

/** Returns the ids of the keys whose comments differ. @param before and `now`: JSON of lists of `LiveComment`; null: none */
export function keysDiffering(before: string | null, now: string | null): string[] {
  if (before === now) return [];
  const [old, young] = [read(before), read(now)];
  // What one list is too short for is no difference.
  const since = Math.max(beginOf(old), beginOf(young));
  const nameOf = ({ id, at }: LiveComment): string => `${id} ${at}`;
  const [oldNames, youngNames] = [old, young].map((comments) => new Set(comments.map(nameOf)));
  const differing = [...old, ...young].filter(
    (comment) => Date.parse(comment.at) >= since && oldNames?.has(nameOf(comment)) !== youngNames?.has(nameOf(comment)),
  );
  return [...new Set(differing.map(({ keyId }) => keyId))];
}

const read = (comments: string | null): LiveComment[] => JSON.parse(comments ?? '[]') as LiveComment[];

/** Returns the time from which on a list has all comments. */
const beginOf = (comments: readonly LiveComment[]): number =>
  comments.length < TOLD_COMMENTS ? -Infinity : Math.min(...comments.map(({ at }) => Date.parse(at)));

/** A project with what happened after a revision. */
export interface LiveRow {
  id: string;
  organizationId: string;
  revision: string;
  oldestRevision: string;
  /** The first changes after the revision; null: none. */
  changes: LiveChange[] | null;
  /** JSON of a list of `LivePresence`: it is the same at most polls, and is read only if it differs. */
  present: string | null;
  /** JSON of a list of `LiveComment`: the comments that were changed or deleted last. */
  comments: string | null;
}

/** SQL of the ids of keys in a table with the rows that a change wrote or replaced. */
const keysIn = (table: string, id: string, revision: 'since' | 'until'): string =>
  `(SELECT ${id} AS id FROM ${table} WHERE project_id = c.project_id AND ${revision} = c.revision LIMIT ${MAX_KEYS * 4})`;

const KEY_IDS = [
  keysIn('keys', 'id', 'since'),
  keysIn('keys_history', 'id', 'since'),
  keysIn('keys_history', 'id', 'until'),
  keysIn('translations', 'key_id', 'since'),
  keysIn('translations_history', 'key_id', 'since'),
  keysIn('translations_history', 'key_id', 'until'),
].join(' UNION ALL ');

const CHANGES = `
  SELECT c.project_id, c.revision, c.at, c.action, c.languages, c.person_id, c.api_key_id, c.api_key_name
  FROM changes c WHERE c.project_id = p.id AND c.revision > w.since AND p.revision > w.since
  ORDER BY c.revision LIMIT ${MAX_CHANGES + 1}`;

const COMMENTS = `
  (SELECT id, key_id, changed_at FROM comments WHERE project_id = p.id ORDER BY changed_at DESC LIMIT ${TOLD_COMMENTS})
  UNION ALL
  (SELECT id, key_id, deleted_at FROM comment_deletions WHERE project_id = p.id ORDER BY deleted_at DESC LIMIT ${TOLD_COMMENTS})
  ORDER BY changed_at DESC LIMIT ${TOLD_COMMENTS}`;

/** Reads projects `$1` with their changes after the revisions `$2`, by look-ups for each. */
export const FIND_LIVE = prepared(`
  SELECT p.id, p.organization_id AS "organizationId", p.revision, p.oldest_revision AS "oldestRevision", (
    SELECT json_agg(json_build_object(
      'revision', c.revision, 'at', to_char(c.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'action', c.action, 'languages', c.languages,
      'keyIds', (
        SELECT CASE WHEN count(*) <= ${MAX_KEYS} THEN coalesce(json_agg(k.id), '[]'::json) END
        FROM (SELECT DISTINCT id FROM (${KEY_IDS}) found LIMIT ${MAX_KEYS + 1}) k),
      'person', (SELECT json_build_object('id', o.id, 'name', o.name) FROM persons o WHERE o.id = c.person_id),
      'apiKey', CASE WHEN c.api_key_id IS NOT NULL THEN json_build_object('id', c.api_key_id, 'name', c.api_key_name) END
    ) ORDER BY c.revision) FROM (${CHANGES}) c
  ) AS changes, (
    SELECT json_agg(json_build_object('person', json_build_object('id', o.id, 'name', o.name), 'keyId', a.key_id, 'language', a.language)
      ORDER BY o.id)::text
    FROM (SELECT person_id, key_id, language FROM presences
          WHERE project_id = p.id AND expires_at > now() ORDER BY person_id LIMIT ${MAX_PRESENT}) a
    JOIN persons o ON o.id = a.person_id
  ) AS present, (
    SELECT json_agg(json_build_object('id', m.id, 'keyId', m.key_id, 'at', m.changed_at) ORDER BY m.changed_at DESC, m.id)::text
    FROM (${COMMENTS}) m
  ) AS comments
  FROM unnest($1::uuid[], $2::bigint[]) w (id, since)
  ${lookUp('SELECT id, organization_id, revision, oldest_revision FROM projects WHERE id = w.id', 'p')}`);
