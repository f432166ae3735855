import { type LookupAddress, promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A host has an address that is not public, and the operator allows only public ones. */
export class AddressNotAllowedError extends Error {
  constructor() {
    super('the host has an address that is not public');
  }
}

/** Finds the addresses of a host name. @throws the error of the resolver */
export type AddressLookup = (hostname: string) => Promise<LookupAddress[]>;

/** The only IPv6 addresses that the IANA assigns for global unicast (RFC 4291 §2.4, IANA IPv6 address space). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Milliseconds of one query to one name server. */
const QUERY_TIMEOUT_MS = 2_000;

/**
 * Returns whether an IP address is reachable through the internet by anyone: it is not private, loopback, link-local,
 * unique local, shared (carrier-grade NAT), reserved or multicast, nor does it embed another address (6to4, NAT64,
 * Teredo). An IPv4-mapped IPv6 address is judged as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Returns whether a host of a URL is an address, or a name, that is never public: `[::1]`, `10.0.0.1`, `localhost`. */
export function isNeverPublic(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return !isPublicAddress(literal);
  // RFC 6761 §6.3.
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

/** The issue with a URL that is never connected to. */
export const NEVER_PUBLIC = { code: 'not_allowed', detail: 'must be reachable at a public address' } as const;

/** Returns the address that a host of a URL is; undefined if it is a name. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : undefined;
}

/**
 * Asks the name servers. Unlike getaddrinfo, this takes none of the process's four threads, which also read files and
 * compress: slow name servers of a tenant must not hold them.
 */
export const resolvePublicName: AddressLookup = async (hostname) => {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
};

/**
 * Asks the operating system, which also knows the names of a private network: names of `/etc/hosts` and of a search
 * domain.
 */
export const resolvePrivateName: AddressLookup = (hostname) => dns.lookup(hostname, { all: true });
