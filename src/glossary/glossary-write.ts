import { NotGrantableError, UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';
import type { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import type { Once } from '../idempotency/once';
import { writeAs } from '../project-write/write-as';
import { GlossaryTooLargeError, MAX_GLOSSARY_BYTES, MAX_TERMS } from './glossary-errors';
import { LOCK, LOCK_PROJECTS, TOTALS } from './glossary-statements';
import { bytesOf, placeOf, type TermContent } from './term';
import { becomesContradictory, CONTRADICTION } from './term-rules';

/**
 * Writes the glossary of an organization: one write at a time, and all of it or nothing. A glossary that is too large can become smaller.
 * A dry run is the same write, which is taken back with the new version of the glossary.
 *
 * @throws GlossaryTooLargeError if the glossary is too large afterwards, and has grown
 * @throws UnauthenticatedError, ProjectBusyError as `writeAs`, and the errors of the work
 */
export function writeGlossary<T>(
  database: Database,
  principal: Principal,
  work: (tx: Transaction) => Promise<T>,
  { once, dryRun = false }: { once?: Once<T>; dryRun?: boolean } = {},
): Promise<T> {
  const { organizationId, person } = principal;
  return writeAs(database, principal, async (tx) => {
    await once?.claim(tx);
    if (dryRun) await tx.rows('SAVEPOINT dry_run', []);
    // The organization was deleted since the caller was identified.
    if ((await tx.rows(LOCK, [organizationId])).length === 0)
      throw new UnauthenticatedError(person ? 'ended' : 'invalid');
    const before = await totalsOf(tx, organizationId);
    const result = await work(tx);
    const after = await totalsOf(tx, organizationId);
    const isTooLarge = after.terms > Math.max(MAX_TERMS, before.terms);
    if (isTooLarge || after.bytes > Math.max(MAX_GLOSSARY_BYTES, before.bytes))
      throw new GlossaryTooLargeError(after.terms);
    if (dryRun) await tx.rows('ROLLBACK TO SAVEPOINT dry_run', []);
    await once?.keep(tx, result);
    return result;
  });
}

interface Totals {
  terms: number;
  bytes: number;
}

async function totalsOf(tx: Transaction, organizationId: string): Promise<Totals> {
  const [totals] = await tx.rows<Totals>(TOTALS, [organizationId]);
  return totals ?? { terms: 0, bytes: 0 };
}

/**
 * Checks that a caller can see all projects to which a term applies: a term of other projects is not for it to change.
 *
 * @throws NotGrantableError
 */
export function assertReaches(principal: Principal, projectIds: readonly string[] | null): void {
  const { projectIds: reachable } = principal;
  if (!reachable || projectIds?.every((id) => reachable.includes(id))) return;
  throw new NotGrantableError('the caller is limited to projects, and the term applies to others too');
}

/**
 * Returns the projects of a term, each of them once and in the order of their ids.
 *
 * @throws ValidationFailedError that points at each id which is no project of the organization
 */
export async function findProjects(
  tx: Transaction,
  { organizationId }: Principal,
  ids: readonly string[] | null,
): Promise<string[] | null> {
  if (!ids) return null;
  const found = await tx.rows<{ id: string }>(LOCK_PROJECTS, [organizationId, ids.filter((id) => UUID.test(id))]);
  const existing = new Set(found.map(({ id }) => id));
  const missing = ids.flatMap((id, index) => (existing.has(id) ? [] : [index]));
  if (missing.length > 0) {
    throw new ValidationFailedError(
      missing.map((index) => ({
        pointer: jsonPointer('projectIds', index),
        code: 'not_found',
        detail: 'is no project of this organization',
      })),
    );
  }
  return [...existing];
}

/** @throws ValidationFailedError that points at the field by which the term contradicts itself */
export function assertNoContradiction(after: TermContent, before?: TermContent): void {
  if (!becomesContradictory(after, before)) return;
  const field = before?.doNotTranslate ? 'forbidden' : 'doNotTranslate';
  throw new ValidationFailedError([{ pointer: jsonPointer(field), code: 'not_allowed', detail: CONTRADICTION }]);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the values of the columns of a term, as `INSERT` and `CHANGE` take them. */
export const valuesOf = (organizationId: string, id: string, term: TermContent): unknown[] => [
  organizationId,
  id,
  placeOf(term.term),
  term.term,
  term.language,
  term.definition,
  term.partOfSpeech,
  term.caseSensitive,
  term.doNotTranslate,
  term.forbidden,
  JSON.stringify(term.translations),
  bytesOf(term),
  term.projectIds,
];
