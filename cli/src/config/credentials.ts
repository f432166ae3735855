import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { usageError } from '../exit-code';
import { parseApiKey } from './api-key';

interface Credentials {
  servers: Record<string, { apiKey: string }>;
}

/** The file with the API keys of `glossa login`. */
function credentialsPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder =
    process.platform === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData/Roaming'))
      : env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'glossa', 'credentials.json');
}

async function readCredentials(): Promise<Credentials> {
  const path = credentialsPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw usageError(`${path} cannot be read: ${error.message}`);
  });
  if (text === undefined) return { servers: {} };
  try {
    const { servers } = JSON.parse(text) as Partial<Credentials>;
    if (typeof servers === 'object') return { servers };
  } catch {
    // Reported below.
  }
  throw usageError(`${path} is damaged`, 'Delete the file and run "glossa login" again.');
}

export async function findApiKey(server: string): Promise<string | undefined> {
  const apiKey = (await readCredentials()).servers[server]?.apiKey;
  return apiKey === undefined ? undefined : parseApiKey(apiKey, `the API key for ${server} in ${credentialsPath()}`);
}

/** Returns the servers that have an API key. */
export async function knownServers(): Promise<string[]> {
  return Object.keys((await readCredentials()).servers);
}

/** Keeps an API key, readable only by this user. */
export async function storeApiKey(server: string, apiKey: string): Promise<string> {
  const path = credentialsPath();
  const credentials = await readCredentials();
  credentials.servers[server] = { apiKey };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
  return path;
}
