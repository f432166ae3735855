import { hash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

const hashOf = (email: string): Buffer => hash('sha256', email, 'buffer');

/** Keeps the address of a person who is removed from an organization, also after the account is removed. */
export async function addRemovedAddress(tx: EntityManager, organizationId: string, personId: string): Promise<void> {
  const [person] = await tx.query<{ email: string }[]>(EMAIL, [personId]);
  if (person) await tx.query(INSERT, [organizationId, hashOf(person.email)]);
}

/** Returns whether one of the addresses was removed from an organization and has not joined again. */
export async function isRemoved(
  tx: EntityManager,
  organizationId: string,
  emails: readonly string[],
): Promise<boolean> {
  return (await tx.query<object[]>(FIND, [organizationId, emails.map(hashOf)])).length > 0;
}

/** Forgets that a person was removed: somebody has invited the person again. */
export async function forgetRemoval(tx: EntityManager, organizationId: string, personId: string): Promise<void> {
  const [person] = await tx.query<{ email: string }[]>(EMAIL, [personId]);
  if (person) await tx.query(DELETE, [organizationId, hashOf(person.email)]);
}

const EMAIL = 'SELECT email FROM persons WHERE id = $1';

const INSERT = 'INSERT INTO removed_addresses (organization_id, email_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING';

const FIND = 'SELECT FROM removed_addresses WHERE organization_id = $1 AND email_hash = ANY ($2::bytea[]) LIMIT 1';

const DELETE = 'DELETE FROM removed_addresses WHERE organization_id = $1 AND email_hash = $2';
