import { type CommandError, usageError } from '../exit-code';
import { printable } from '../history/text-lines';
import { knownServers } from './credentials';

/** Returns the address without a slash at the end. @throws CommandError */
function normalizeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isOfWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol);
  if (isOfWeb && !url.username && !url.password && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  // A user, a password and a query may be secrets, which the error does not repeat.
  const shown = address.replace(/^(\w+:\/\/)?.*@/s, '$1').replace(/[?#].*/s, '');
  throw usageError(
    `"${printable(shown)}" is no address of a server${shown === address ? '' : ': it has a user, a password or a query'}`,
    'An address is for instance https://glossa.example.com.',
  );
}

/** Returns the server that the option, the environment or the configuration names, in this order. */
function namedServer(option: string | undefined, configured: string | undefined): string | undefined {
  const address = option ?? (process.env.GLOSSA_SERVER || undefined) ?? configured;
  return address === undefined ? undefined : normalizeAddress(address);
}

const unknownServer = (): CommandError =>
  usageError(
    'the address of the server is not known',
    'Pass --server, set GLOSSA_SERVER, or write "server" into glossa.json.',
  );

/**
 * Finds the server of an API key that `glossa login` does not know. The key is sent only to a server that is named, because it may belong to a
 * server that `glossa login` does not know either.
 *
 * @throws CommandError
 */
export function findServerOfKey(option: string | undefined, configured: string | undefined): string {
  const server = namedServer(option, configured);
  if (server === undefined) throw unknownServer();
  return server;
}

/** Finds the server: a named one, or the only one that `glossa login` knows. @throws CommandError */
export async function findServer(option: string | undefined, configured: string | undefined): Promise<string> {
  const named = namedServer(option, configured);
  if (named !== undefined) return named;
  const [only, ...others] = await knownServers();
  if (only === undefined || others.length > 0) throw unknownServer();
  return normalizeAddress(only);
}
