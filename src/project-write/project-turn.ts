import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { Deadline } from '../common/scheduling/deadline';
import { prepared, type PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { isCanceled, LOCK_TIMEOUT_MS, UNLIMIT_STATEMENTS } from '../database/write-settings';
import type { Once } from '../idempotency/once';
import { assertStillAdmitted } from './caller-check';
import { ProjectNotFoundError } from './project-errors';
import type { LockedProject } from './project-write';

/** Runs what waits for its turn for 30 s at most, until it has it. */
export async function withDeadline<T>(run: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = new Deadline(LOCK_TIMEOUT_MS, () => new ProjectBusyError());
  try {
    return await run(deadline);
  } finally {
    deadline.clear();
  }
}

export function assertRevision({ revision }: LockedProject, expected: number | undefined): void {
  if (expected !== undefined && Number(revision) !== expected) {
    throw new RevisionMovedError('ifRevision', String(expected), revision);
  }
}

/** Selects a project if the caller can see it. */
const SELECT = `
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
         protect_reviewed AS "protectReviewed", memory, style_note AS "styleNote", string_count AS "stringCount", revision, oldest_revision AS "oldestRevision",
         has_webhooks AS "hasWebhooks", updated_at AS "updatedAt", now()::timestamptz(3) AS "startedAt"
  FROM projects WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3))`;

export const FIND = prepared(SELECT);
const LOCK = prepared(`${SELECT} FOR NO KEY UPDATE`);

export async function find(
  tx: Transaction,
  statement: PreparedStatement,
  { organizationId, projectIds }: Principal,
  projectId: string,
): Promise<LockedProject> {
  const [project] = await tx.rows<LockedProject>(statement, [projectId, organizationId, projectIds]);
  if (!project) throw new ProjectNotFoundError();
  return project;
}

/** Locks a project for a write. @throws ProjectNotFoundError, ProjectBusyError, and the errors of `Once.claim` */
export async function lock(
  tx: Transaction,
  principal: Principal,
  projectId: string,
  { once, embedded }: { once?: Pick<Once<unknown>, 'claim'>; embedded: boolean },
): Promise<LockedProject> {
  try {
    // A repeated request must not wait for the lock, which the first request has.
    await once?.claim(tx);
    const [project] = await Promise.all([
      find(tx, LOCK, principal, projectId),
      assertStillAdmitted(tx, principal),
      ...(embedded ? [] : [tx.rows(UNLIMIT_STATEMENTS)]),
    ]);
    return project;
  } catch (error) {
    throw isCanceled(error) ? new ProjectBusyError() : error;
  }
}
