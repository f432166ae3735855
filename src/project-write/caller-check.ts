import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';

/**
 * Checks, in the transaction of a write that may have waited for others, that its caller still has the rights with which the request was
 * admitted: a right that is taken away is not used 30 s later.
 *
 * @throws UnauthenticatedError if the API key has been revoked or rotated or has expired, or the member has been removed or has another role
 * @throws ProjectBusyError if the projects, languages or scopes have changed: the request is decided anew when it is repeated
 */
export async function assertStillAdmitted(tx: Transaction, principal: Principal): Promise<void> {
  const { apiKeyId, secretHash, person, projectIds, languages, scopes } = principal;
  if (apiKeyId === null && person === null) return;
  const [caller] = person
    ? await tx.rows<Caller>(MEMBER, [person.membershipId, projectIds, languages, person.role])
    : await tx.rows<Caller>(API_KEY, [apiKeyId, projectIds, languages, [...scopes], secretHash]);
  if (!caller) throw new UnauthenticatedError(person ? 'ended' : 'invalid');
  if (!caller.hasRights) throw new ProjectBusyError();
}

interface Caller {
  hasRights: boolean;
}

const SAME_REACH = 'project_ids IS NOT DISTINCT FROM $2::uuid[] AND languages IS NOT DISTINCT FROM $3::text[]';

const MEMBER = prepared(`SELECT ${SAME_REACH} AS "hasRights" FROM memberships WHERE id = $1 AND role = $4`);

const API_KEY = prepared(`
  SELECT ${SAME_REACH} AND scopes @> $4::text[] AS "hasRights" FROM api_keys
  WHERE id = $1 AND secret_hash = $5 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`);
