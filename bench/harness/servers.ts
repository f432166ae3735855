import { join } from 'node:path';
import type { Options } from './options';
import { ServerProcess } from './server-process';

/** Of the operator, whose organization owns what is seeded. */
export const SECRET = 'operator-secret-of-the-bench-000000001';
export const AUTHORIZATION = { authorization: `Bearer ${SECRET}` };

/** The service as `npm start` starts it, without a limit that a load would meet. */
export function startService(options: Options, database: { url?: string; folder?: string }): Promise<ServerProcess> {
  return ServerProcess.start(['--enable-source-maps', join(options.dist, 'src/main.js')], {
    ...(database.url !== undefined && { DATABASE_URL: database.url }),
    ...(database.folder !== undefined && { DATA_DIR: database.folder }),
    HOST: '127.0.0.1',
    PORT: '0',
    BOOTSTRAP_API_KEY: SECRET,
    BOOTSTRAP_RATE_LIMIT: '2147483647',
    MAX_UPLOAD_BYTES: '1073741824',
    LOG_LEVEL: options.logLevel,
  });
}

/** @param constants files that it sends as they are */
export function startReference(
  databaseUrl: string,
  constants: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return ServerProcess.start([join(__dirname, '../reference/main')], {
    DATABASE_URL: databaseUrl,
    CONSTANTS: JSON.stringify(constants),
  });
}
