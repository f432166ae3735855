import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../common/access/principal';
import { afterCommit } from '../database/after-commit';
import type { AuditAction, AuditTargetType } from './audit-actions';

/** The caller of an action. */
export type AuditActor = Partial<Pick<Principal, 'apiKeyId' | 'address'>> & {
  organizationId?: string;
  person?: { id: string } | null;
};

/** The actions that change what can be compared. */
type ChangeAction = Exclude<Extract<AuditAction, `${string}.changed`>, 'password.changed'>;

/** Something that was done. A change has its values before and after: if they are equal, there is no entry. */
export type AuditEvent = AuditContent &
  (
    | { action: Exclude<AuditAction, ChangeAction>; change?: undefined }
    | { action: ChangeAction; change: { before: object | undefined; after: object } }
  );

interface AuditContent {
  /** The organization in which it was done. Default: the organization of the actor. */
  organizationId?: string;
  projectId?: string;
  /** `name` is left out for a person. */
  target?: { type: AuditTargetType; id: string; name?: string };
  /** The values after the change: small, and without secrets and personal data. */
  details?: Record<string, unknown>;
}

/** A transaction of `lockingTransaction` or of `Database`, or the database. */
type Transaction =
  | { query(sql: string, values: unknown[]): Promise<unknown> }
  | { rows(sql: string, values: unknown[]): Promise<unknown> };

const logger = new Logger('Audit');

/**
 * Records what a caller does, in the transaction that does it, and writes a line to the log after its commit. An organization does not see
 * the callers of another one: there, the operator did it. Nothing is recorded of a change that changes nothing.
 */
export async function recordAudit(tx: Transaction, actor: AuditActor, event: AuditEvent): Promise<void> {
  const { organizationId = actor.organizationId, change } = event;
  if (change && isDeepStrictEqual({ ...change.before }, { ...change.after })) return;
  const isOther = organizationId !== actor.organizationId && actor.organizationId !== undefined;
  const from = `(VALUES ($1::uuid)) AS o (organization_id)`;
  await execute(tx, insertInto(from), [organizationId, ...valuesOf(isOther ? {} : actor, event)]);
  afterCommit(tx, () => logAudit(actor, event));
}

/**
 * Records what a person does to the account, or somebody without a session does, in each organization of the person.
 *
 * @param isProved whether the caller has proved to be the person
 */
export async function recordAuditOfPerson(
  tx: Transaction,
  personId: string,
  event: AuditEvent,
  { address, isProved = true }: { address: string; isProved?: boolean },
): Promise<void> {
  const actor = { person: isProved ? { id: personId } : null, address };
  const from = `(SELECT organization_id FROM memberships WHERE person_id = $1) AS o`;
  await execute(tx, insertInto(from), [personId, ...valuesOf(actor, event)]);
  afterCommit(tx, () => logAudit(actor, event));
}

const execute = (tx: Transaction, sql: string, values: unknown[]): Promise<unknown> =>
  'rows' in tx ? tx.rows(sql, values) : tx.query(sql, values);

const COLUMNS =
  'organization_id, id, at, action, person_id, api_key_id, address, project_id, target_type, target_id, target_name, details';

const insertInto = (from: string): string => `
  INSERT INTO audit_entries (${COLUMNS})
  SELECT o.organization_id, $2::uuid, $3::timestamptz, $4::text, $5::uuid, $6::uuid, $7::text, $8::uuid, $9::text, $10::uuid, $11::text, $12::jsonb
  FROM ${from}`;

function valuesOf(
  { person, apiKeyId, address }: AuditActor,
  { action, projectId, target, details = {} }: AuditEvent,
): unknown[] {
  const id = uuidv7();
  return [
    id,
    timeOf(id),
    action,
    person?.id ?? null,
    apiKeyId ?? null,
    address ?? null,
    projectId ?? null,
    target?.type ?? null,
    target?.id ?? null,
    target?.name ?? null,
    JSON.stringify(cutLists(details)),
  ];
}

/** Returns the time in a UUID of version 7 (RFC 9562 §5.7). */
const timeOf = (id: string): Date => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The most items of a list in the details of an entry. */
const MAX_ITEMS = 20;

/** Cuts long lists, so that an entry stays small: `projectIds` of 100 projects are the first 20, with `projectIdsCount`. */
function cutLists(details: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(details).flatMap(([name, value]): [string, unknown][] =>
    Array.isArray(value) && value.length > MAX_ITEMS
      ? [
          [name, value.slice(0, MAX_ITEMS)],
          [`${name}Count`, value.length],
        ]
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** Writes a line to the log: ids and the address of the client, and no names of persons. */
function logAudit({ person, apiKeyId, address }: AuditActor, { action, projectId, target, details }: AuditEvent): void {
  const line = { audit: action, person: person?.id, apiKey: apiKeyId ?? undefined, address, project: projectId };
  logger.log({
    ...line,
    ...(target && { target: { type: target.type, id: target.id } }),
    ...(details && { details: cutLists(details) }),
  });
}
