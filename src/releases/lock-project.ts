import type { Principal } from '../common/access/principal';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { ProjectNotFoundError } from '../project-write/project-errors';

/**
 * Keeps the project from being deleted, and does not wait for its writers.
 *
 * @throws ProjectNotFoundError
 */
export async function lockProject(
  tx: Transaction,
  { organizationId, projectIds }: Pick<Principal, 'organizationId' | 'projectIds'>,
  projectId: string,
): Promise<void> {
  const rows = await tx.rows(LOCK_PROJECT, [projectId, organizationId, projectIds]);
  if (rows.length === 0) throw new ProjectNotFoundError();
}

const LOCK_PROJECT = prepared(`
  SELECT id FROM projects WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3)) FOR KEY SHARE`);
