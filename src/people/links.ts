import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { RemovalJob, type Removal } from '../background/removal-job';
import { prepared } from '../database/statements';
import { Link, type LinkKind } from './link.entity';

const DAY_MS = 86_400_000;
/** Milliseconds for which links work. */
export const LIFE_MS: Readonly<Record<LinkKind, number>> = {
  welcome: DAY_MS,
  invitation: 7 * DAY_MS,
  password: DAY_MS,
};

/** What a link does, and for whom. */
export type NewLink = Pick<Link, 'kind' | 'organizationId'> &
  Partial<Pick<Link, 'personId' | 'email' | 'role' | 'projectIds' | 'languages' | 'invitedBy' | 'invitedByKey'>>;

/** A link and its token, which only the answer to its creation has. */
export interface LinkWithToken {
  link: Link;
  token: string;
}

/** The path of the page of a link. The token is behind `#`, so that browsers do not send it to a server. */
export const pathOf = ({ link, token }: LinkWithToken): string => `/${link.kind}#${token}`;

/** @param lifeMs milliseconds for which it works */
export async function createLink(
  tx: EntityManager,
  requested: NewLink,
  lifeMs = LIFE_MS[requested.kind],
): Promise<LinkWithToken> {
  const token = randomBytes(32).toString('base64url');
  const link: Link = {
    ...{ personId: null, email: null, role: null, projectIds: null, languages: null, invitedBy: null },
    ...{ invitedByKey: null, ...requested },
    id: uuidv7(),
    tokenHash: hashToken(token),
    readAt: null,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + lifeMs),
  };
  await tx.getRepository(Link).insert(link);
  return { link, token };
}

/** Returns a link that can be used. @param lock whether the transaction will use it */
export async function findLink(
  manager: EntityManager,
  token: string,
  kinds: readonly LinkKind[],
  { lock = false } = {},
): Promise<Link | undefined> {
  const where = { tokenHash: hashToken(token) };
  const found = await manager
    .getRepository(Link)
    .findOne({ where, ...(lock && { lock: { mode: 'pessimistic_write' as const } }) });
  return found && kinds.includes(found.kind) && found.expiresAt.getTime() > Date.now() ? found : undefined;
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Removes links that have expired. */
@Injectable()
export class LinkExpiry extends RemovalJob {
  readonly name = 'link-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const REMOVE_EXPIRED = prepared(
  `DELETE FROM links WHERE id IN (
     SELECT id FROM links WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
