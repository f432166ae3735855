import type { LookupAddress, LookupOptions } from 'node:dns';
import { buildConnector } from 'undici';
import {
  AddressNotAllowedError,
  type AddressLookup,
  isPublicAddress,
  literalAddress,
  resolvePrivateName,
  resolvePublicName,
} from './public-addresses';

export interface GuardOptions {
  /** Whether the operator allows private, loopback and link-local addresses. */
  isPrivateAllowed: boolean;
  /** Milliseconds for a connection, from the look-up of the name. */
  timeoutMs: number;
  /** In place of the resolver. */
  lookup?: AddressLookup;
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Returns a connector of undici. Every address is checked as the connection is made, so that a name that changes its
 * address between a check and the connection gains nothing.
 */
export function guardedConnector({ isPrivateAllowed, timeoutMs, lookup }: GuardOptions): buildConnector.connector {
  const isAllowed = (address: string): boolean => isPrivateAllowed || isPublicAddress(address);
  const resolve = lookup ?? (isPrivateAllowed ? resolvePrivateName : resolvePublicName);

  /** The `lookup` of a socket: the socket connects to the addresses that it returns, and to no others. */
  const lookUp = async (hostname: string, { all }: LookupOptions, callback: LookupCallback): Promise<void> => {
    let addresses: LookupAddress[];
    try {
      addresses = await resolve(hostname);
      if (!addresses.every(({ address }) => isAllowed(address))) throw new AddressNotAllowedError();
    } catch (error) {
      callback(error as Error, []);
      return;
    }
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

  const connector = buildConnector({
    timeout: timeoutMs,
    maxCachedSessions: 0,
    lookup: (hostname: string, options: LookupOptions, callback: LookupCallback) =>
      void lookUp(hostname, options, callback),
  });
  return (options, callback) => {
    // An address in a URL is not looked up, so it is checked here.
    const literal = literalAddress(options.hostname);
    if (literal !== undefined && !isAllowed(literal)) callback(new AddressNotAllowedError(), null);
    else connector(options, callback);
  };
}
