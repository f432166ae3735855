import 'dotenv/config';
import { ShutdownSignal } from '@nestjs/common';
import { readSettings } from './config/settings';
import { createApp } from './create-app';
import { failedMessage, startedMessage } from './startup-output';

const SIGNALS = [ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT];

/** Milliseconds from a signal after which the process ends with 1 although requests are still in flight. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  // Nest closes the app on a signal and ends the process with 0; without the option, the exit code would be 143 or 130.
  app.enableShutdownHooks(SIGNALS, { useProcessExit: true });
  for (const signal of SIGNALS) process.once(signal, startWatchdog);
  await app.listen(settings.port, settings.host);
  process.stdout.write(startedMessage(app, settings.host));
}

function startWatchdog(): void {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
}

main().catch((error: unknown) => {
  process.stderr.write(failedMessage(error));
  process.exit(1);
});
