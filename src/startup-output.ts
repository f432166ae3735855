import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { inSources } from './common/logging/source-frames';
import { SettingsError, type Settings } from './config/settings';
import { VERSION } from './config/version';
import { OPEN_DATABASE } from './database/database.module';
import { describePlace } from './database/database-place';
import { FolderError } from './database/embedded/folder-errors';
import type { OpenDatabase } from './database/open-database';
import { TransferError } from './database/transfer/copy-database';
import { UnusableDatabaseError } from './database/usable-database';
import { problemOfTemporaryFolder } from './exports/cache/spooled-file';
import { Bootstrap } from './organizations/bootstrap';

const EMBEDDED_IN_PRODUCTION =
  'DATABASE_URL is not set, so the embedded database is used. It serves one process: there can be no replicas.';
const RELAXED_IN_PRODUCTION =
  'DATA_DURABILITY is relaxed: a power failure or a crash of the system can lose or damage acknowledged writes.';

/** Returns what an operator should know of an embedded database in production. */
const warningsOf = ({ isProduction, dataDurability }: Settings): string[] => [
  ...(isProduction ? [EMBEDDED_IN_PRODUCTION] : []),
  ...(isProduction && dataDurability === 'relaxed' ? [RELAXED_IN_PRODUCTION] : []),
];

/** Returns the text for the person who starts the service in a terminal. The log contains no secret of it. */
export function startedMessage(app: NestFastifyApplication, settings: Settings): string {
  const { host, dataDir } = settings;
  const { port } = app.getHttpServer().address() as { port: number };
  const { embedded, place } = app.get<OpenDatabase>(OPEN_DATABASE);
  const url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const lines = [
    '',
    `Glossa listens on ${url}`,
    `API documentation: ${url}/docs`,
    `Version: ${VERSION}`,
    `Database: ${describePlace(place, dataDir)}`,
  ];
  if (embedded) lines.push(...warningsOf(settings));
  const { generatedSecret: secret, welcomePath } = app.get(Bootstrap);
  if (welcomePath !== undefined)
    lines.push(`Make your account (once, within 24 hours): ${settings.publicUrl ?? url}${welcomePath}`);
  if (secret !== undefined) {
    lines.push(
      `API key (shown this once): ${secret}`,
      `Try it: curl -H 'Authorization: Bearer ${secret}' ${url}/api/v1/projects`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Logs the version and the database, and warns of an embedded database in production and of an unusable temporary folder. */
export async function logStart(app: NestFastifyApplication, settings: Settings): Promise<void> {
  const { log } = app.getHttpAdapter().getInstance();
  const { embedded, place } = app.get<OpenDatabase>(OPEN_DATABASE);
  log.info({ version: VERSION, database: place }, `started; database: ${describePlace(place, settings.dataDir)}`);
  for (const warning of embedded ? warningsOf(settings) : []) log.warn(warning);
  const problem = await problemOfTemporaryFolder();
  if (problem !== undefined) log.warn(problem);
}

/** Errors that the operator can correct; their messages need no stack. */
const OPERATOR_ERRORS = [SettingsError, FolderError, UnusableDatabaseError, TransferError];

/** Returns the message of an error that the operator can correct, and the stack of any other. */
export function failedMessage(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  const isExpected = OPERATOR_ERRORS.some((type) => error instanceof type) || isListenError(error);
  return `${isExpected ? error.message : inSources(error.stack ?? String(error))}\n`;
}

const isListenError = (error: Error): boolean =>
  'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo');
