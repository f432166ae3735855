import { isIP } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { PLAN_LIMITS } from './plan-limits';

/** The party whose requests are counted together: a person, an API key, an organization or a client network. */
export interface Caller {
  /** Identifies the caller's counter. */
  tracker: string;
  /** Requests per minute. */
  limit: number;
}

const ADDRESS_PREFIX = 'ip:';

/** Requests per minute of a person: a build that has used up its plan does not lock the team out of the pages. */
const PERSON_LIMIT = 600;

/**
 * Returns the person of a session, the organization of a valid API key, else the client's network with the limit of the plan Free. An API
 * key with a limit of its own comes before its organization, which does not count what that limit refuses.
 */
export function identifyCallers({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): [Caller, ...Caller[]] {
  if (!principal) return [{ tracker: ADDRESS_PREFIX + toNetwork(ip), limit: PLAN_LIMITS.free }];
  const { person, apiKeyId, ownRateLimit, organizationId, rateLimit } = principal;
  if (person) return [{ tracker: `person:${person.id}`, limit: PERSON_LIMIT }];
  const organization = { tracker: `org:${organizationId}`, limit: rateLimit };
  return ownRateLimit === null ? [organization] : [{ tracker: `key:${apiKeyId}`, limit: ownRateLimit }, organization];
}

/** Whether a counter belongs to a client network, not to an organization. */
export const isAddressKey = (key: string): boolean => key.startsWith(ADDRESS_PREFIX);

/**
 * Returns an IPv4 address unchanged, IPv4-mapped IPv6 as IPv4, and other IPv6 as its /64, the least that one subscriber
 * is assigned (RFC 6177). All text that is no address shares one counter, since a client can put any text into
 * `X-Forwarded-For`.
 */
export function toNetwork(ip: string): string {
  return isIP(ip) === 0 ? 'unknown' : normalizeIp(ip);
}
