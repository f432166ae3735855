import { Database } from '../../src/database/database';
import { Dispatcher } from '../../src/webhooks/dispatcher';
import type { RunningApp } from './start-app';

/**
 * Lets a time pass for the webhooks of a service, in that all their times move to the past, and has it poll for
 * deliveries.
 */
export async function passTime({ app }: RunningApp, seconds: number): Promise<void> {
  await app.get(Database).rows(
    `UPDATE webhooks SET due_at = due_at - $1 * interval '1 s', retry_at = retry_at - $1 * interval '1 s',
       failing_since = failing_since - $1 * interval '1 s', leased_until = leased_until - $1 * interval '1 s',
       previous_secret_until = previous_secret_until - $1 * interval '1 s'`,
    [seconds],
  );
  app.get(Dispatcher).wake();
}
