import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { PLAN_LIMITS } from './plan-limits';

/** Whose requests are counted together, and how many a minute they may be. */
export interface Caller {
  tracker: string;
  limit: number;
}

const ADDRESS = 'ip:';

/** The organization of a valid API key; else the client's address, at the limit of the plan Free. */
export function identifyCaller({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): Caller {
  return principal
    ? { tracker: `org:${principal.organizationId}`, limit: principal.rateLimit }
    : { tracker: ADDRESS + addressBlock(ip), limit: PLAN_LIMITS.free };
}

export const isAddress = (tracker: string): boolean => tracker.startsWith(ADDRESS);

/** An IPv6 subscriber has at least a /64 (RFC 6177), so that is what counts as one client; IPv4 in IPv6 is IPv4. */
export function addressBlock(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
