import type { Transaction } from '../database/transaction';
import { prepared } from '../database/statements';
import { MAX_MENTIONS, TooManyMentionsError, UnknownMentionError } from './comment-errors';

/** A mention in a text: `@[<id of the person>]`. What has another form is text. */
const MENTION = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/gi;

/** Returns the ids of the persons whom a text mentions, each once. @throws TooManyMentionsError */
export function mentionsIn(text: string): string[] {
  const ids = new Set<string>();
  for (const [, id = ''] of text.matchAll(MENTION)) ids.add(id.toLowerCase());
  if (ids.size > MAX_MENTIONS) throw new TooManyMentionsError();
  return [...ids];
}

/**
 * SQL of the condition that a membership `m` sees the project: a member is mentioned, and has comments in the inbox, only then.
 *
 * @param project SQL of its id
 * @param organization SQL of the id of its organization
 */
export const seesProject = (project: string, organization: string): string =>
  `m.organization_id = ${organization} AND (m.project_ids IS NULL OR ${project} = ANY (m.project_ids))`;

/** Checks that persons can be mentioned in a project. @throws UnknownMentionError */
export async function assertMentionable(
  tx: Transaction,
  project: { id: string; organizationId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.rows<{ id: string }>(FIND, [ids, project.organizationId, project.id]);
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new UnknownMentionError(unknown);
}

const FIND = prepared(`
  SELECT m.person_id AS id FROM memberships m
  WHERE m.person_id = ANY ($1::uuid[]) AND ${seesProject('$3::uuid', '$2')}`);

/** The members of the organization `$1` who see the project `$2`. */
export const LIST_MENTIONABLE = prepared(`
  SELECT o.id, o.name FROM memberships m JOIN persons o ON o.id = m.person_id
  WHERE ${seesProject('$2::uuid', '$1')} ORDER BY o.name, o.id`);
