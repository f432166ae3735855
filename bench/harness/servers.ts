import { join } from 'node:path';
import type { Options } from './options';
import { ServerProcess } from './server-process';

/** Secret of the operator, whose organization owns the seeded data. */
export const SECRET = 'operator-secret-of-the-bench-000000001';
export const AUTHORIZATION = { authorization: `Bearer ${SECRET}` };

/**
 * Starts the service as `npm start` does, with a request limit that no load reaches.
 * @param dist folder of the build
 * @param settings further ones
 */
export function startService(
  dist: string,
  { logLevel }: Options,
  database: { url?: string; folder?: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return ServerProcess.start([join(dist, 'src/main.js')], {
    ...(database.url !== undefined && { DATABASE_URL: database.url }),
    ...(database.folder !== undefined && { DATA_DIR: database.folder }),
    HOST: '127.0.0.1',
    PORT: '0',
    BOOTSTRAP_API_KEY: SECRET,
    BOOTSTRAP_RATE_LIMIT: '2147483647',
    DELIVERY_RATE_LIMIT: '2147483647',
    MAX_UPLOAD_BYTES: '104857600',
    LOG_LEVEL: logLevel,
    ...settings,
  });
}

/** An answer that the reference server sends from memory, without a look-up. */
export interface Delivered {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The file with the body. */
  file: string;
}

/**
 * @param constants files by the path under which the server sends them unchanged
 * @param delivered an answer that it sends without looking up the caller
 */
export function startReference(
  databaseUrl: string,
  constants: Readonly<Record<string, string>> = {},
  delivered?: Delivered,
): Promise<ServerProcess> {
  return ServerProcess.start([join(__dirname, '../reference/main')], {
    DATABASE_URL: databaseUrl,
    CONSTANTS: JSON.stringify(constants),
    ...(delivered && { DELIVERED: JSON.stringify(delivered) }),
  });
}
