import { PersonRequiredError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { hasRow, lookUpTotals } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { ASSIGNMENT_TASKS, rolesOf } from './assignment-task';
import type { AssignedKeys, KeyFilter, PlaceOfField } from './key-filter';

/** SQL of the condition that the role of a member `m` allows the task of an assignment `a`. */
const ROLE_FITS = ASSIGNMENT_TASKS.map(
  (task) =>
    `a.task = '${task}' AND m.role IN (${rolesOf(task)
      .map((role) => `'${role}'`)
      .join(', ')})`,
).join(' OR ');

/**
 * SQL of the condition that the member `m` of an assignment `a` in a project `p` can still do it: the member sees the project, and writes
 * or reviews texts in the language, which the project has.
 */
export const IS_CURRENT = `m.organization_id = p.organization_id
  AND (m.project_ids IS NULL OR p.id = ANY (m.project_ids))
  AND (${ROLE_FITS})
  AND (m.languages IS NULL OR a.language = ANY (m.languages))
  AND a.language = ANY (p.source_language || p.target_languages)`;

/** SQL that joins each assignment `a` with the number of its keys, as `n.keys`; null: it is to all keys. */
export const COUNT_KEYS = lookUpTotals(
  `SELECT CASE WHEN NOT a.is_whole THEN count(*)::int END AS keys FROM assigned_keys s
   WHERE s.assignment_id = a.id AND ${hasRow('FROM keys k WHERE k.project_id = a.project_id AND k.id = s.key_id')}`,
  'n',
);

/**
 * Returns the keys that the member of the filter `assignee` is assigned to: in the languages of `untranslated` and `needsWork`, in one of
 * `language`, or in any; for the task `task`, or for any.
 *
 * @param place of the filter in the request
 * @returns undefined without the filter
 * @throws PersonRequiredError for `me`, if an API key calls
 * @throws ValidationFailedError if the organization has no such member
 */
export async function assignedKeys(
  tx: Pick<Transaction, 'rows'>,
  principal: Principal,
  projectId: string,
  { assignee, task, untranslated, needsWork, language }: KeyFilter,
  place: PlaceOfField = (parameter) => ({ parameter }),
): Promise<AssignedKeys | undefined> {
  if (assignee === undefined) return undefined;
  const membershipId = membershipOf(principal, assignee);
  const named = [untranslated, needsWork].filter((tag) => tag !== undefined);
  const languages = named.length > 0 ? named : (language ?? null);
  const values = [membershipId, principal.organizationId, projectId, languages, task ?? null];
  const [found] = await tx.rows<{ ids: string[]; isWhole: boolean }>(FIND, values);
  if (!found) {
    throw new ValidationFailedError([{ ...place('assignee'), code: 'not_found', detail: 'is no member' }]);
  }
  return found.isWhole ? 'all' : { assignmentIds: found.ids };
}

/** Returns the id of the membership of a filter `assignee`. @throws PersonRequiredError */
export function membershipOf({ person }: Pick<Principal, 'person'>, assignee: string): string {
  if (assignee !== 'me') return assignee;
  if (!person) throw new PersonRequiredError();
  return person.membershipId;
}

const FIND = prepared(`
  SELECT coalesce(array_agg(a.id) FILTER (WHERE a.id IS NOT NULL), '{}') AS ids, coalesce(bool_or(a.is_whole), false) AS "isWhole"
  FROM memberships m
  LEFT JOIN projects p ON p.id = $3
  LEFT JOIN assignments a ON a.project_id = $3 AND a.membership_id = $1 AND ($4::text[] IS NULL OR a.language = ANY ($4))
    AND ($5::text IS NULL OR a.task = $5) AND ${IS_CURRENT}
  WHERE m.id = $1 AND m.organization_id = $2 GROUP BY m.id`);
