import { type Api, createApi } from '../api/client';
import type { GlobalOptions } from '../commands/command';
import { usageError } from '../exit-code';
import type { Output } from '../terminal/output';
import { parseApiKey } from './api-key';
import { type Config, loadConfig } from './config';
import { findApiKey } from './credentials';
import { findServer, findServerOfKey } from './server-address';

/** A server with an API key for it. */
export interface Connection {
  server: string;
  api: Api;
}

/** The configuration of a repository, and the server of its project. */
export interface Repository extends Connection {
  config: Config;
}

/** @param configured the server that glossa.json names. @throws CommandError */
export async function connect(options: GlobalOptions, output: Output, configured?: string): Promise<Connection> {
  const { GLOSSA_API_KEY: own } = process.env;
  const given = own ? parseApiKey(own, 'GLOSSA_API_KEY') : undefined;
  const find = given === undefined ? findServer : findServerOfKey;
  const server = await find(options.server, configured);
  const apiKey = given ?? (await findApiKey(server));
  if (apiKey === undefined)
    throw usageError(`there is no API key for ${server}`, 'Set GLOSSA_API_KEY, or run "glossa login".');
  return { server, api: createApi({ server, apiKey, output }) };
}

/** Reads glossa.json and connects to the server of the project. @throws CommandError */
export async function openRepository(options: GlobalOptions, output: Output): Promise<Repository> {
  const config = loadConfig(options.config);
  return { config, ...(await connect(options, output, config.server)) };
}
