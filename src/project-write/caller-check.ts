import { HAS_SESSION_OF } from '../api-keys/session-sql';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { type PreparedStatement, prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';

/**
 * Checks, in the transaction of a write that may have waited for others, that its caller still has the rights with which the request was
 * admitted: a right that is taken away is not used 30 s later.
 *
 * @throws UnauthenticatedError if the session has ended, the API key has been revoked or rotated or has expired, or the member has been
 *   removed or has another role
 * @throws ProjectBusyError if the projects, languages or scopes have changed: the request is decided anew when it is repeated
 */
export async function assertStillAdmitted(tx: Pick<Transaction, 'rows'>, principal: Principal): Promise<void> {
  const check = checkOf(principal);
  if (!check) return;
  const [caller] = await tx.rows<{ hasRights: boolean }>(check.find, check.values);
  if (!caller) throw new UnauthenticatedError(principal.person ? 'ended' : 'invalid');
  if (!caller.hasRights) throw new ProjectBusyError();
}

/** Adds the same check to the end of a transaction: the COMMIT fails with `isCallerChanged`. */
export function endIfStillAdmitted(tx: Transaction, principal: Principal): void {
  const check = checkOf(principal);
  if (check) tx.endWith(check.assert, check.values);
}

/** SQLSTATE `division_by_zero`. */
const DIVISION_BY_ZERO = '22012';

/** Whether a transaction has failed because its caller has not the same rights any more. */
export const isCallerChanged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DIVISION_BY_ZERO;

interface Check extends Statements {
  values: unknown[];
}

/** Returns the check of a caller; undefined for the service itself. */
function checkOf(principal: Principal): Check | undefined {
  const { apiKeyId, secretHash, sessionId, person, projectIds, languages, scopes } = principal;
  if (person) return { ...MEMBER, values: [person.membershipId, sessionId, projectIds, languages, person.role] };
  if (apiKeyId === null) return undefined;
  return { ...API_KEY, values: [apiKeyId, sessionId, projectIds, languages, [...scopes], secretHash] };
}

interface Statements {
  /** Selects the caller, and whether it has the same rights. */
  find: PreparedStatement;
  /** Fails unless the caller has the same rights. */
  assert: PreparedStatement;
}

const SAME_REACH = 'project_ids IS NOT DISTINCT FROM $3::uuid[] AND languages IS NOT DISTINCT FROM $4::text[]';

const statementsOf = (caller: string, hasRights: string): Statements => ({
  find: prepared(`SELECT ${hasRights} AS "hasRights" FROM ${caller}`),
  assert: prepared(`SELECT 1 / count(*) FROM ${caller} AND ${hasRights}`),
});

const MEMBER = statementsOf(
  `memberships WHERE id = $1 AND role = $5 AND ($2::uuid IS NULL OR ${HAS_SESSION_OF.member})`,
  SAME_REACH,
);

const API_KEY = statementsOf(
  `api_keys WHERE id = $1 AND secret_hash = $6 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
     AND ($2::uuid IS NULL OR ${HAS_SESSION_OF.apiKey})`,
  `${SAME_REACH} AND scopes @> $5::text[]`,
);
