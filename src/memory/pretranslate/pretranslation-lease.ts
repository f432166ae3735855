import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { leaseSql } from '../../background/lease';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import { LONGEST_REQUEST_MS } from '../../machine-translation/provider-accounts';
import type { PretranslationProgress } from './pretranslate';

/** Seconds after which the run of a replica that has crashed is ended. */
const LEASE = leaseSql(20);
const RENEW_MS = 2_000;
/** Milliseconds between two attempts to take a lease. */
const POLL_MS = 1_000;
/**
 * Milliseconds that a request waits for other runs, of its project and of the process together: longer than the lease of a replica that
 * has crashed, and than the last request of a run that was stopped. Proxies often end a connection after 60 seconds without a byte.
 */
export const WAIT_MS = LONGEST_REQUEST_MS + 5_000;

/** The means of a run that has the lease. */
export interface Run {
  /** Ends the run. */
  signal: AbortSignal;
  report: (progress: PretranslationProgress) => void;
}

/** Lets one replica at a time translate the missing texts of a project, so that no text is paid for twice, and knows how far it is. */
@Injectable()
export class PretranslationLease {
  constructor(private readonly database: Database) {}

  /**
   * @param work is ended by its signal, which the signal of the caller and the loss of the lease abort. `progressOf` returns its progress
   *   a few seconds later
   * @param waitUntil the time of `performance.now()` until which it waits for another run
   * @throws ProjectBusyError, and the reason of the signal
   */
  async run<T>(
    projectId: string,
    signal: AbortSignal,
    work: (run: Run) => Promise<T>,
    waitUntil = performance.now() + WAIT_MS,
  ): Promise<T> {
    const lease = await this.take(projectId, signal, waitUntil);
    const lost = new AbortController();
    let progress: PretranslationProgress = { done: 0, total: 0 };
    const timer = setInterval(() => {
      this.database
        .rows(RENEW, [projectId, lease, progress.done, progress.total])
        .then((rows) => rows.length === 0 && lost.abort(new ProjectBusyError()))
        // The next renewal may succeed.
        .catch(() => undefined);
    }, RENEW_MS).unref();
    try {
      return await work({ signal: AbortSignal.any([signal, lost.signal]), report: (now) => (progress = now) });
    } finally {
      clearInterval(timer);
      await this.database.rows(RELEASE, [projectId, lease]);
    }
  }

  /** @returns undefined if nothing is under way */
  async progressOf(projectId: string): Promise<PretranslationProgress | undefined> {
    const [progress] = await this.database.rows<PretranslationProgress>(PROGRESS, [projectId]);
    return progress;
  }

  private async take(projectId: string, signal: AbortSignal, waitUntil: number): Promise<string> {
    const lease = uuidv7();
    for (;;) {
      signal.throwIfAborted();
      if ((await this.database.rows(TAKE, [projectId, lease])).length > 0) return lease;
      const left = waitUntil - performance.now();
      if (left <= 0) throw new ProjectBusyError();
      await delay(Math.min(POLL_MS, left), undefined, { signal }).catch(() => undefined);
    }
  }
}

const TAKE = prepared(`
  INSERT INTO pretranslations AS p (project_id, lease, leased_until)
  SELECT id, $2::uuid, ${LEASE.until} FROM projects WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (project_id) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until, done = 0, total = 0
  WHERE ${LEASE.isFree('p')}
  RETURNING 1`);

const RENEW = prepared(`
  UPDATE pretranslations SET ${LEASE.renew}, done = $3, total = $4 WHERE project_id = $1 AND lease = $2 RETURNING 1`);

const PROGRESS = prepared(
  `SELECT done, total FROM pretranslations p WHERE project_id = $1 AND NOT ${LEASE.isFree('p')}`,
);

const RELEASE = prepared('DELETE FROM pretranslations WHERE project_id = $1 AND lease = $2');
