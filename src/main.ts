import 'dotenv/config';
import { tracing } from './tracing';
import { setFlagsFromString } from 'node:v8';
import { readSettings } from './config/settings';
import { createApp } from './create-app';
import { OPEN_DATABASE } from './database/database.module';
import type { OpenDatabase } from './database/open-database';
import { endOnSignals, SIGNALS } from './end-on-signals';
import { MigrationServer } from './migration-server';
import { failedMessage, logStart, startedMessage } from './startup-output';

/**
 * A heap is collected when it has grown by half since the last full collection. By default, V8 lets a heap of this size grow to four
 * times what is in use, which costs a large import 200 MB.
 */
setFlagsFromString('--heap-growing-percent=50');

/**
 * Objects are allocated in the young generation. By default, V8 allocates an object of a request in the old generation if the objects
 * that its code created at the start have survived. Until the next full collection, such an object keeps alive all that belongs to its
 * request: a sixth of what a request allocates was copied twice.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  const removeListeners = endOnSignals();
  const settings = readSettings(process.env);
  const waiting = new MigrationServer(settings);
  const { app, shutdown } = await createApp(settings, settings, () => waiting.listen());
  const { engine } = app.get<OpenDatabase>(OPEN_DATABASE);
  void engine?.failure.then((error) => {
    app.getHttpAdapter().getInstance().log.fatal(error.message);
    process.exit(1);
  });
  tracing?.installOn(app.getHttpAdapter().getInstance());
  await waiting.close();
  await app.listen(settings.port, settings.host);
  removeListeners();
  for (const signal of SIGNALS) process.on(signal, () => shutdown.signal(signal, (exitCode) => void end(exitCode)));
  process.stdout.write(startedMessage(app, settings));
  await logStart(app, settings);
}

async function end(exitCode: number): Promise<void> {
  await tracing?.stop();
  process.exit(exitCode);
}

main().catch((error: unknown) => {
  process.stderr.write(failedMessage(error));
  process.exit(1);
});
