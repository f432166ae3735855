import 'dotenv/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readSettings, type Settings, SettingsError } from './config/settings';
import { createApp } from './create-app';
import { FolderInUseError } from './database/embedded/folder-lock';
import { UnusableDatabaseError } from './database/open-database';
import { Bootstrap } from './organizations/bootstrap';

/** What is under way is given this long to finish. */
const SHUTDOWN_MS = 9_000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  endOnSignal(app);
  await app.listen(settings.port, settings.host);
  greet(app, settings);
}

/** For whoever starts it; the log is for machines. */
function greet(app: NestFastifyApplication, { host }: Settings): void {
  const address = app.getHttpServer().address() as { port: number };
  const url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}`;
  const lines = ['', `Glossa listens on ${url}`, `API documentation: ${url}/docs`];
  const secret = app.get(Bootstrap).generatedSecret;
  if (secret !== undefined) {
    lines.push(
      `API key (shown this once): ${secret}`,
      `Try it: curl -H 'Authorization: Bearer ${secret}' ${url}/api/v1/projects`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Finishes what is under way, closes the database, and ends with 0: by itself, the process would end with the signal. */
function endOnSignal(app: NestFastifyApplication): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** What an operator can mend is said in a line; anything else is a fault of ours, and shown whole. */
function fail(error: unknown): never {
  const isExpected =
    error instanceof SettingsError ||
    error instanceof FolderInUseError ||
    error instanceof UnusableDatabaseError ||
    isListenError(error);
  process.stderr.write(
    `${isExpected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

const isListenError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo');

main().catch(fail);
