import { Injectable, Logger } from '@nestjs/common';
import { JobRunner } from '../background/job-runner';
import { type Removal, RemovalJob } from '../background/removal-job';
import { Database } from '../database/database';
import { prepared, type PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import { type ContentKey, IS_UNUSED, removeUnused } from './packing/content-rows';
import type { Release } from './release';

/** The last releases of a channel that are kept, besides the releases that channels serve. */
const KEPT_RELEASES = 20;
/** Releases that a channel has left last, which are kept for some days: with the release that it serves, 20. */
const KEPT_LEFT = 19;
/** Releases that are removed by a transaction. */
const MAX_REMOVED = 5;
/** The days for which releases are kept after a channel has left them, or was deleted: it goes back, or is made again. */
const DAYS_LEFT = 7;
/** The days for which the usage of delivery tokens is kept. */
const USAGE_DAYS = 400;

/**
 * Removes releases that no channel serves, that are not among the last ones of their channel, and that no channel has left lately, with the
 * bytes that no other release has. A publication removes what it has made superfluous; the job removes the releases of deleted channels, and the bytes of publications
 * that failed.
 */
@Injectable()
export class ReleaseExpiry extends RemovalJob {
  readonly name = 'release-expiry';
  private readonly logger = new Logger('Releases');

  constructor(
    private readonly db: Database,
    jobs: JobRunner,
  ) {
    super(db, jobs);
  }

  /** A failure is no failure of the publication: the next one removes more. */
  async afterPublication({ projectId, channel }: Pick<Release, 'projectId' | 'channel'>): Promise<void> {
    try {
      await this.remove(REMOVE_OLD, [projectId, channel, KEPT_RELEASES, MAX_REMOVED, DAYS_LEFT]);
    } catch (error) {
      this.logger.warn(`old releases of project ${projectId} are not removed, will be tried again: ${String(error)}`);
    }
  }

  override async *run(): AsyncGenerator<number> {
    for (let removed = 1; removed > 0;) {
      removed = await this.remove(REMOVE_WITHOUT_CHANNEL, [DAYS_LEFT, MAX_REMOVED]);
      yield removed;
    }
    yield* super.run();
  }

  protected removals(): Removal[] {
    return [
      [REMOVE_ABANDONED, []],
      [REMOVE_USAGE, [USAGE_DAYS]],
    ];
  }

  /** @returns the number of contents that the removed releases had */
  private remove(statement: PreparedStatement, values: unknown[]): Promise<number> {
    return this.db.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      const removed = await tx.rows<ContentKey>(statement, values);
      for (const projectId of new Set(removed.map((content) => content.projectId))) {
        const contents = removed.filter((content) => content.projectId === projectId);
        const hashes = contents.map(({ sha256 }) => sha256);
        await removeUnused(tx, projectId, hashes);
      }
      return removed.length;
    });
  }
}

/** Returns the statement that removes the releases that a query selects and locks, and returns the contents of their files. */
const removal = (old: string): PreparedStatement =>
  prepared(`
    WITH old AS (${old}), removed AS (DELETE FROM releases WHERE id IN (SELECT id FROM old) RETURNING id)
    SELECT DISTINCT f.project_id AS "projectId", f.sha256
    FROM release_files f JOIN removed ON removed.id = f.release_id`);

const NOT_SERVED = 'NOT EXISTS (SELECT FROM channels c WHERE c.release_id = r.id)';

const REMOVE_OLD = removal(`
    SELECT r.id FROM (
      SELECT id FROM releases WHERE project_id = $1 AND channel = $2 ORDER BY id DESC OFFSET $3 LIMIT 1000) o
    JOIN releases r ON r.id = o.id
    WHERE ${NOT_SERVED} AND NOT EXISTS (
      SELECT FROM left_releases l WHERE l.release_id = r.id AND l.left_at > now() - $5 * interval '1 day')
    ORDER BY r.id LIMIT $4 FOR UPDATE OF r SKIP LOCKED`);

const WITHOUT_CHANNEL = 'NOT EXISTS (SELECT FROM channels n WHERE n.project_id = r.project_id AND n.name = r.channel)';

/** A channel, and the release that it served. */
export interface Leave {
  projectId: string;
  channel: string;
  releaseId: string;
}

/** Notes that a channel has left a release, in the transaction that moves the channel. */
export async function noteLeft(tx: Transaction, { projectId, channel, releaseId }: Leave): Promise<void> {
  await tx.rows(ADD_LEFT, [projectId, channel, releaseId, KEPT_LEFT]);
  await tx.rows(BEGIN_EXPIRY, [projectId, null, releaseId]);
}

/** Notes that a channel was deleted, in the transaction that deletes it. */
export async function noteDeleted(tx: Transaction, { projectId, channel, releaseId }: Leave): Promise<void> {
  await tx.rows(ADD_LEFT, [projectId, channel, releaseId, KEPT_LEFT]);
  await tx.rows(BEGIN_EXPIRY, [projectId, channel, releaseId]);
}

/** Adds a release to the last `$4` that the channel has left, the others of which the statement sees. */
const ADD_LEFT = prepared(`
  WITH removed AS (
    DELETE FROM left_releases WHERE (release_id, channel) IN (
      SELECT release_id, channel FROM left_releases WHERE project_id = $1 AND channel = $2 AND release_id <> $3
      ORDER BY left_at DESC, release_id DESC OFFSET $4::integer - 1))
  INSERT INTO left_releases (release_id, channel, project_id, left_at) VALUES ($3, $2, $1, clock_timestamp())
  ON CONFLICT (release_id, channel) DO UPDATE SET left_at = excluded.left_at`);

/** Begins the time of the releases of the channel `$2`, and of the release `$3`, whose channel is not there. */
const BEGIN_EXPIRY = prepared(`
  UPDATE releases r SET left_at = now() WHERE r.project_id = $1 AND (r.channel = $2::text OR r.id = $3) AND ${WITHOUT_CHANNEL}`);

const REMOVE_WITHOUT_CHANNEL = removal(`
    SELECT r.id FROM releases r
    WHERE r.left_at < now() - $1 * interval '1 day' AND ${NOT_SERVED} AND ${WITHOUT_CHANNEL}
    LIMIT $2 FOR UPDATE OF r SKIP LOCKED`);

/** A publication takes less than an hour; an abandoned one is found within a day. */
const REMOVE_ABANDONED = prepared(`
  DELETE FROM release_contents WHERE (project_id, sha256) IN (
    SELECT c.project_id, c.sha256 FROM release_contents c
    WHERE c.created_at < now() - interval '1 hour' AND c.created_at > now() - interval '1 day' AND ${IS_UNUSED}
    LIMIT $1 FOR UPDATE SKIP LOCKED)`);

const REMOVE_USAGE = prepared(`
  DELETE FROM delivery_usage WHERE (project_id, day, token_id) IN (
    SELECT project_id, day, token_id FROM delivery_usage
    WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::integer LIMIT $2 FOR UPDATE SKIP LOCKED)`);
