import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Poller } from '../background/poller';
import { type OrganizationTask, turnsSql, turnsValues } from '../background/turns';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { IS_CHANGED } from '../findings/check-run-statements';
import { FindingsRefresher } from '../findings/findings-refresher';
import { Dispatcher } from './dispatcher';
import { queueStatement, queueValues } from './queue-statement';
import { beginRead, lookUp, lookUpIfAny } from '../database/planned-reads';

/** Milliseconds between two polls for projects that changed on other replicas. */
const POLL_MS = 2_000;
/**
 * Projects that are checked at a time. They take turns step by step, so a project with few changes does not wait for
 * large ones.
 */
const MAX_RUNNING = 64;
/** Projects of one organization that are checked at a time. */
const MAX_RUNNING_PER_ORGANIZATION = 4;
/** Milliseconds after which a check run that failed is repeated; they double with each failure. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [2_000, 300_000];
/** Projects whose failures are remembered. A project that is forgotten is tried again sooner. */
const MAX_FAILING = 10_000;

/** A project with changed texts, or with findings that are not sent. */
interface DueProject extends OrganizationTask {
  id: string;
  isChanged: boolean;
}

/** New findings of a project, counted by language and code. */
interface UnsentFindings {
  revision: string;
  counts: object;
}

/**
 * Checks the projects with webhooks for `checks.failed` soon after they have changed, on any replica, and queues the
 * event. New findings of any check run are queued in the transaction that removes them from the unsent findings.
 */
@Injectable()
export class ChecksWatch implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly poller = new Poller<DueProject>(new Logger('Webhooks'), {
    name: 'check runs',
    intervalMs: POLL_MS,
    take: (running) => this.take(running),
    run: (project) => this.run(project),
    describe: ({ id }) => `project ${id}`,
  });
  /** By project: failures since the last success, and when the next check run may begin. */
  private readonly failing = new LRUCache<string, { count: number; retryAt: number }>({ max: MAX_FAILING });

  constructor(
    private readonly database: Database,
    private readonly refresher: FindingsRefresher,
    private readonly dispatcher: Dispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  /** Takes no more projects when `FindingsRefresher` ends its check runs: they would stay due, and be taken again at once. */
  onModuleDestroy(): void {
    void this.poller.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.poller.stop();
  }

  /** Polls for changed projects. Does nothing before the start and after the end. */
  wake(): void {
    this.poller.wake();
  }

  private async take(running: readonly DueProject[]): Promise<DueProject[]> {
    if (running.length >= MAX_RUNNING) return [];
    const now = Date.now();
    const waiting = [...this.failing.entries()].flatMap(([id, { retryAt }]) => (retryAt > now ? [id] : []));
    const excluded = [...running.map(({ id }) => id), ...waiting];
    const limits = [MAX_RUNNING_PER_ORGANIZATION, MAX_RUNNING - running.length];
    return this.database.transaction(READ, (tx) =>
      tx.rows<DueProject>(DUE, [excluded, ...turnsValues(running), ...limits]),
    );
  }

  private async run({ id, organizationId, isChanged }: DueProject): Promise<void> {
    try {
      if (isChanged) await this.refresher.refresh(id, organizationId);
      if ((await this.database.rows(HAS_UNSENT, [id])).length > 0) await this.send(id);
      this.failing.delete(id);
    } catch (error) {
      const { count } = this.failing.get(id) ?? { count: 0 };
      const retryAt = Date.now() + Math.min(FIRST_RETRY_MS * 2 ** count, LAST_RETRY_MS);
      this.failing.set(id, { count: count + 1, retryAt });
      throw error;
    }
  }

  private async send(projectId: string): Promise<void> {
    await this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      // The lock of the project keeps the order in which its events are queued.
      await tx.rows(LOCK, [projectId]);
      const [unsent] = await tx.rows<UnsentFindings>(TAKE_UNSENT, [projectId]);
      if (!unsent) return;
      const links = { checks: `/api/v1/projects/${projectId}/checks` };
      const data = { projectId, revision: Number(unsent.revision), counts: unsent.counts, links };
      tx.endWith(QUEUE, queueValues(projectId, data));
    });
    this.dispatcher.wake();
  }
}

const READ = beginRead('lookUps');

const TURNS = turnsSql('d."organizationId"', '$2', '$3');

/**
 * The condition on `webhooks` is the condition of the index `webhooks_for_checks`. Projects that have waited longest
 * come first.
 */
const DUE = prepared(`
  WITH due AS (
    SELECT p.id, p.organization_id AS "organizationId", p.updated_at AS "changedAt", ${IS_CHANGED} AS "isChanged",
           c.untold IS NOT NULL AND c.exact AS "isUnsent"
    FROM (
      SELECT project_id FROM webhooks WHERE 'checks.failed' = ANY (events)
      UNION SELECT project_id FROM project_checks WHERE untold IS NOT NULL) candidates
    ${lookUp('SELECT * FROM projects WHERE id = candidates.project_id', 'p')}
    ${lookUpIfAny('SELECT * FROM project_checks WHERE project_id = p.id', 'c')})
  SELECT id, "organizationId", "isChanged" FROM (
    SELECT d.*, ${TURNS.running} + row_number() OVER (PARTITION BY "organizationId" ORDER BY "changedAt") AS place
    FROM due d ${TURNS.join}
    WHERE (d."isChanged" OR d."isUnsent") AND d.id <> ALL ($1::uuid[])) waiting
  WHERE place <= $4 ORDER BY place, "changedAt" LIMIT $5`);

const HAS_UNSENT = prepared('SELECT 1 FROM project_checks WHERE project_id = $1 AND untold IS NOT NULL AND exact');

const LOCK = prepared('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE');

const TAKE_UNSENT = prepared(`
  WITH taken AS (
    SELECT project_id, revision, untold FROM project_checks WHERE project_id = $1 AND untold IS NOT NULL AND exact FOR NO KEY UPDATE)
  UPDATE project_checks c SET untold = NULL FROM taken WHERE c.project_id = taken.project_id
  RETURNING taken.revision, taken.untold AS counts`);

const QUEUE = queueStatement('checks.failed', {
  source: '(SELECT now() AS at) e',
  data: '$3::json',
  at: 'e.at',
  where: 'true',
});
