import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditActor } from '../audit/record';
import { ApiKeyEndings } from '../api-keys/api-key-endings';
import type { ApiKey } from '../api-keys/api-key.entity';
import { Link } from './link.entity';
import { mayGrant, ownershipOf } from './member-grants';
import { withdraw } from './open-links';

/** Withdraws the invitations that an API key has made and may not make any more: whoever has the API key knows them. */
@Injectable()
export class InvitationsOfApiKeys {
  constructor(endings: ApiKeyEndings) {
    endings.add(endInvitations);
  }
}

async function endInvitations(tx: EntityManager, actor: AuditActor, apiKey: ApiKey): Promise<void> {
  const { organizationId, id: invitedByKey, revokedAt } = apiKey;
  const made = await tx.getRepository(Link).find({ where: { organizationId, invitedByKey }, order: { id: 'ASC' } });
  if (made.length === 0) return;
  const { scopes, projectIds, languages, expiresAt, rateLimit: ownRateLimit } = apiKey;
  const caller = { scopes: new Set(scopes), projectIds, languages, expiresAt, ownRateLimit, person: null };
  const ownership = await ownershipOf(tx, organizationId);
  const ended = revokedAt ? made : made.filter((link) => !mayGrant(caller, link, ownership));
  await withdraw(tx, actor, organizationId, ended);
}
