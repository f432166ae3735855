import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { RULES_VERSION } from '../checks/finding';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { Looks } from '../findings/looks';
import { Dispatcher } from './dispatcher';
import { queueStatement, queueValues } from './queue-statement';

/** Milliseconds between two looks for projects that changed on other replicas. */
const POLL_MS = 2_000;
/** Projects that are checked at a time. */
const MAX_PROJECTS = 10;

/** The numbers of new findings of a project, by language and code. */
interface Untold {
  revision: string;
  untold: object;
}

/**
 * Checks the projects with webhooks for `checks.failed` soon after they have changed, on any replica, and queues the event. Whatever
 * look has found new findings, they are told in the transaction in which they are forgotten.
 */
@Injectable()
export class ChecksWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWoken = false;

  constructor(
    private readonly database: Database,
    private readonly looks: Looks,
    private readonly dispatcher: Dispatcher,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Looks for changed projects now, or again if it is looking. Does nothing before the start and after the end. */
  wake(): void {
    if (!this.timer) return;
    this.isWoken = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  private async run(): Promise<void> {
    try {
      while (this.isWoken && this.timer) {
        this.isWoken = false;
        const changed = await this.database.transaction(READ, (tx) =>
          tx.rows<{ id: string; organizationId: string }>(CHANGED, [MAX_PROJECTS]),
        );
        await Promise.all(changed.map(({ id, organizationId }) => this.looks.look(id, organizationId)));
        const untold = await this.database.rows<{ id: string }>(WITH_UNTOLD, [MAX_PROJECTS]);
        for (const { id } of untold) await this.tell(id);
        if (changed.length === MAX_PROJECTS || untold.length === MAX_PROJECTS) this.isWoken = true;
      }
    } catch (error) {
      this.logger.warn(`changed projects cannot be checked, will try again: ${String(error)}`);
    }
  }

  private async tell(projectId: string): Promise<void> {
    await this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      // The lock of the project keeps the order in which its events are queued.
      await tx.rows(LOCK, [projectId]);
      const [news] = await tx.rows<Untold>(TAKE_UNTOLD, [projectId]);
      if (!news) return;
      const links = { checks: `/api/v1/projects/${projectId}/checks` };
      const data = { projectId, revision: Number(news.revision), counts: news.untold, links };
      tx.endWith(QUEUE, queueValues(projectId, data));
    });
    this.dispatcher.wake();
  }
}

/** Rows are looked up in indexes, because a plan that was made for small tables is kept. */
const READ = 'BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL enable_seqscan = off';

/** The condition on `webhooks` is that of the index `webhooks_for_checks`. */
const CHANGED = prepared(`
  SELECT p.id, p.organization_id AS "organizationId"
  FROM (SELECT DISTINCT project_id FROM webhooks WHERE 'checks.failed' = ANY (events)) w
  CROSS JOIN LATERAL (SELECT id, organization_id, revision FROM projects WHERE id = w.project_id OFFSET 0) p
  LEFT JOIN LATERAL (
    SELECT * FROM project_checks WHERE project_id = p.id AND rules = ${RULES_VERSION} OFFSET 0) c ON true
  WHERE (c.revision IS DISTINCT FROM p.revision OR NOT c.exact) AND (c.leased_until IS NULL OR c.leased_until <= now())
  LIMIT $1`);

const WITH_UNTOLD = prepared('SELECT project_id AS id FROM project_checks WHERE untold IS NOT NULL AND exact LIMIT $1');

const LOCK = prepared('SELECT 1 FROM projects WHERE id = $1 FOR NO KEY UPDATE');

const TAKE_UNTOLD = prepared(`
  WITH told AS (
    SELECT project_id, revision, untold FROM project_checks WHERE project_id = $1 AND untold IS NOT NULL AND exact FOR NO KEY UPDATE)
  UPDATE project_checks c SET untold = NULL FROM told WHERE c.project_id = told.project_id
  RETURNING told.revision, told.untold`);

const QUEUE = queueStatement('checks.failed', {
  source: '(SELECT now() AS at) e',
  data: '$3::json',
  at: 'e.at',
  where: 'true',
});
