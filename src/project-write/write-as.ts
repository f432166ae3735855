import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import type { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { isLockTimeout, writeSettings } from '../database/write-settings';
import { assertStillAdmitted, endIfStillAdmitted, isCallerChanged } from './caller-check';

/**
 * Runs a write that is no write of a project in one transaction. After all of its waits for locks, and without a further round trip, it is
 * checked whether the caller still has the rights with which the request was admitted.
 *
 * @throws ProjectBusyError after a wait of 30 s, or if the caller's rights have changed meanwhile
 * @throws UnauthenticatedError if the caller has lost its access meanwhile
 */
export async function writeAs<T>(
  database: Database,
  principal: Principal,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      const result = await work(tx);
      endIfStillAdmitted(tx, principal);
      return result;
    });
  } catch (error) {
    if (isCallerChanged(error)) await assertStillAdmitted(database, principal);
    throw isLockTimeout(error) || isCallerChanged(error) ? new ProjectBusyError() : error;
  }
}
