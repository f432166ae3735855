import { usageError } from '../exit-code';
import { knownServers } from './credentials';

/** Returns the address without a slash at the end. @throws CommandError */
function normalizeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash)
    throw usageError(
      `"${address}" is no address of a server`,
      'An address is for instance https://glossa.example.com.',
    );
  return url.href.replace(/\/+$/, '');
}

/** Finds the server: the option, the environment, the configuration, or the only one that `glossa login` knows. */
export async function findServer(option: string | undefined, configured: string | undefined): Promise<string> {
  const address = option ?? (process.env.GLOSSA_SERVER || undefined) ?? configured;
  if (address !== undefined) return normalizeAddress(address);
  const [only, ...others] = await knownServers();
  if (only !== undefined && others.length === 0) return only;
  throw usageError(
    'the address of the server is not known',
    'Pass --server, set GLOSSA_SERVER, or write "server" into glossa.json.',
  );
}
