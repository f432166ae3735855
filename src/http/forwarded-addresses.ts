import type { IncomingMessage } from 'node:http';

/** An address behind which a port may be, or one in brackets. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([\da-f:.]+)\](?::\d{1,5})?)$/i;

/**
 * Removes the ports from the addresses of `X-Forwarded-For`, which some proxies write (`203.0.113.7:50123`, `[2001:db8::7]:50123`): with
 * one, no address is known as an address of a client or of a trusted proxy. It is called before anything asks for the address of the client.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return;
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((part) => part.trim().replace(WITH_PORT, '$1$2'))
    .join(', ');
}
