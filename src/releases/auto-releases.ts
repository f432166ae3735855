import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { leaseSql } from '../background/lease';
import { Poller } from '../background/poller';
import { type OrganizationTask, turnsSql, turnsValues } from '../background/turns';
import { serviceOf } from '../common/access/principal';
import type { ErrorCode } from '../common/errors/catalogue';
import { DomainError } from '../common/errors/domain-error';
import { knownFailure } from '../common/errors/known-failure';
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

/** The errors that the same revision always has. After all others it is tried again: findings are ignored, and space is made. */
const FINAL: ReadonlySet<string> = new Set([
  'duplicate_key',
  'limit_exceeded',
  'plural_conflict',
  'unknown_language',
  'unwritable_text',
]);

/** A channel that follows its project, which has changed. */
interface DueChannel extends OrganizationTask {
  projectId: string;
  name: string;
  lease: string;
  /** The revision of the project. */
  revision: string;
  /** The options of the release that it serves. */
  options: ReleaseOptions;
  /** The revision that was refused last, and the code of the error. */
  refusedRevision: string | null;
  refusedCode: string | null;
}

/** The end of an attempt to publish. */
interface Outcome {
  /** The revision up to which the channel has followed; null: the same one is tried again. */
  followed: string | null;
  /** The code of the error; null: none. */
  refusedCode: ErrorCode | null;
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

  /** Publishes the channels that are due, before the next poll. Does nothing before the start and after the end. */
  wake(): void {
    this.poller.wake();
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
    let outcome: Outcome = { followed: null, refusedCode: 'internal_error' };
    try {
      outcome = await this.publish(channel);
    } finally {
      clearInterval(renewing);
      const { followed, refusedCode } = outcome;
      const refused = refusedCode === null ? null : channel.revision;
      await this.database.rows(RELEASE, [projectId, name, lease, followed, refused, refusedCode]);
    }
  }

  private async publish(channel: DueChannel): Promise<Outcome> {
    const { projectId, organizationId, name, lease, revision, options } = channel;
    const publication = { channel: name, options, lease };
    try {
      const release = await this.publisher.follow(serviceOf(organizationId), projectId, publication);
      return { followed: release?.revision ?? revision, refusedCode: null };
    } catch (error) {
      const failure = knownFailure(error);
      if (!(failure instanceof DomainError)) throw error;
      const { code, message } = failure;
      // The same refusal is logged once, however often the revision is tried.
      if (channel.refusedRevision !== revision || channel.refusedCode !== code)
        this.logger.warn(`channel ${name} of project ${projectId} is not published: ${message}`);
      return { followed: FINAL.has(code) ? revision : null, refusedCode: code };
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
  RETURNING c.project_id AS "projectId", c.name, c.lease, d.organization_id AS "organizationId", d.revision, d.options,
    c.refused_revision AS "refusedRevision", c.refused_code AS "refusedCode"`);

const RENEW = prepared(`UPDATE channels SET ${LEASE.renew} WHERE project_id = $1 AND name = $2 AND lease = $3`);

/** Without a followed revision, it is tried again after the interval. */
const RELEASE = prepared(`
  UPDATE channels SET ${LEASE.release}, followed_revision = greatest(followed_revision, coalesce($4::bigint, followed_revision)),
    refused_revision = $5::bigint, refused_code = $6,
    due_at = CASE WHEN interval_seconds IS NOT NULL THEN now() + interval_seconds * interval '1 second' END
  WHERE project_id = $1 AND name = $2 AND lease = $3`);
