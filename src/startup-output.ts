import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SettingsError } from './config/settings';
import { FolderInUseError, UnlockableFolderError } from './database/embedded/folder-lock';
import { UnusableDatabaseError } from './database/open-database';
import { TransferError } from './database/transfer/copy-database';
import { Bootstrap } from './organizations/bootstrap';

/** Returns the text for the person who starts the service in a terminal. The log contains none of it. */
export function startedMessage(app: NestFastifyApplication, host: string): string {
  const { port } = app.getHttpServer().address() as { port: number };
  const url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const lines = ['', `Glossa listens on ${url}`, `API documentation: ${url}/docs`];
  const secret = app.get(Bootstrap).generatedSecret;
  if (secret !== undefined) {
    lines.push(
      `API key (shown this once): ${secret}`,
      `Try it: curl -H 'Authorization: Bearer ${secret}' ${url}/api/v1/projects`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Errors that the operator can correct; their messages need no stack. */
const OPERATOR_ERRORS = [SettingsError, FolderInUseError, UnlockableFolderError, UnusableDatabaseError, TransferError];

/** Returns the message of an error that the operator can correct, and the stack of any other. */
export function failedMessage(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  const isExpected = OPERATOR_ERRORS.some((type) => error instanceof type) || isListenError(error);
  return `${isExpected ? error.message : error.stack}\n`;
}

const isListenError = (error: Error): boolean =>
  'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo');
