import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { leaseSql } from '../background/lease';
import { Poller } from '../background/poller';
import { type OrganizationTask, turnsSql, turnsValues } from '../background/turns';
import { serviceOf } from '../common/access/principal';
import { DomainError } from '../common/errors/domain-error';
import { Database } from '../database/database';
import { lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { ReleaseOptions } from './release';
import { ReleasePublisher } from './release-publisher';

/** Milliseconds between two polls. */
const POLL_MS = 2_000;
/** Milliseconds after which a publication extends its lease. */
const RENEW_MS = 15_000;
/** Publications of this process at a time, and of one organization. */
const [MAX_RUNNING, MAX_RUNNING_PER_ORGANIZATION] = [2, 1];

const LEASE = leaseSql(60);

/** The errors after which the same revision can be published later. */
const TEMPORARY: ReadonlySet<string> = new Set(['exports_busy', 'project_busy', 'storage_full']);

/** A channel that follows its project, which has changed. */
interface DueChannel extends OrganizationTask {
  projectId: string;
  name: string;
  lease: string;
  /** The revision of the project. */
  revision: string;
  /** The options of the release that it serves. */
  options: ReleaseOptions;
}

/**
 * Publishes the changes of projects to the channels that follow them, on any replica. What a channel has followed is in its row, so that
 * a crash loses no change.
 */
@Injectable()
export class AutoReleases implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Releases');
  private readonly poller = new Poller<DueChannel>(this.logger, {
    name: 'channels that follow their project',
    intervalMs: POLL_MS,
    take: (running) => this.take(running),
    run: (channel) => this.run(channel),
    describe: ({ projectId, name }) => `channel ${name} of project ${projectId}`,
  });

  constructor(
    private readonly database: Database,
    private readonly publisher: ReleasePublisher,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.poller.stop();
  }

  private async take(running: readonly DueChannel[]): Promise<DueChannel[]> {
    const free = MAX_RUNNING - running.length;
    if (free <= 0) return [];
    return this.database.rows<DueChannel>(TAKE, [
      uuidv7(),
      free,
      MAX_RUNNING_PER_ORGANIZATION,
      ...turnsValues(running),
    ]);
  }

  private async run(channel: DueChannel): Promise<void> {
    const { projectId, name, lease } = channel;
    const renewing = setInterval(() => void this.renew(channel), RENEW_MS).unref();
    let followed: string | null = null;
    try {
      followed = await this.publish(channel);
    } finally {
      clearInterval(renewing);
      await this.database.rows(RELEASE, [projectId, name, lease, followed]);
    }
  }

  /** @returns the revision up to which the channel has followed; what is refused now is tried again with the next change */
  private async publish({ projectId, organizationId, name, revision, options }: DueChannel): Promise<string> {
    try {
      const release = await this.publisher.follow(serviceOf(organizationId), projectId, { channel: name, options });
      return release?.revision ?? revision;
    } catch (error) {
      if (!(error instanceof DomainError) || TEMPORARY.has(error.code)) throw error;
      this.logger.warn(`channel ${name} of project ${projectId} is not published: ${error.message}`);
      return revision;
    }
  }

  private async renew({ projectId, name, lease }: DueChannel): Promise<void> {
    await this.database.rows(RENEW, [projectId, name, lease]).catch((error: unknown) => {
      this.logger.warn(`the lease of channel ${name} of project ${projectId} is not extended: ${String(error)}`);
    });
  }
}

const TURNS = turnsSql('p.organization_id', '$4', '$5');

const TAKE = prepared(`
  WITH due AS (
    SELECT c.project_id, c.name, p.organization_id, p.revision, r.options,
      row_number() OVER (PARTITION BY p.organization_id ORDER BY c.due_at) + ${TURNS.running} AS turn
    FROM channels c
    ${lookUp('SELECT * FROM projects WHERE id = c.project_id', 'p')}
    ${lookUp('SELECT * FROM releases WHERE id = c.release_id', 'r')}
    ${TURNS.join}
    WHERE c.due_at <= now() AND p.revision > c.followed_revision AND ${LEASE.isFree('c')})
  UPDATE channels c SET ${LEASE.take('$1')}
  FROM (SELECT * FROM due WHERE turn <= $3 ORDER BY turn LIMIT $2) d
  WHERE c.project_id = d.project_id AND c.name = d.name AND ${LEASE.isFree('c')}
  RETURNING c.project_id AS "projectId", c.name, c.lease, d.organization_id AS "organizationId", d.revision, d.options`);

const RENEW = prepared(`UPDATE channels SET ${LEASE.renew} WHERE project_id = $1 AND name = $2 AND lease = $3`);

/** Without a followed revision, it is tried again after the interval. */
const RELEASE = prepared(`
  UPDATE channels SET ${LEASE.release}, followed_revision = greatest(followed_revision, coalesce($4::bigint, followed_revision)),
    due_at = CASE WHEN interval_seconds IS NOT NULL THEN now() + interval_seconds * interval '1 second' END
  WHERE project_id = $1 AND name = $2 AND lease = $3`);
