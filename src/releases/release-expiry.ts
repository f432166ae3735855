import { Injectable, Logger } from '@nestjs/common';
import { JobRunner } from '../background/job-runner';
import { type Removal, RemovalJob } from '../background/removal-job';
import { Database } from '../database/database';
import { prepared, type PreparedStatement } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { type ContentKey, IS_UNUSED, removeUnused } from './packing/content-rows';
import type { Release } from './release';

/** The last releases of a channel that are kept, besides the releases that channels serve. */
const KEPT_RELEASES = 20;
/** Releases that are removed by a transaction. */
const MAX_REMOVED = 5;
/** The days for which releases without a channel are kept: one that was deleted by mistake is made again, one that was moved goes back. */
const DAYS_WITHOUT_CHANNEL = 7;
/** The days for which the usage of delivery tokens is kept. */
const USAGE_DAYS = 400;

/**
 * Removes releases that no channel serves and that are not among the last ones of their channel, with the bytes that no other release
 * has. A publication removes what it has made superfluous; the job removes the releases of deleted channels, and the bytes of publications
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
      await this.remove(REMOVE_OLD, [projectId, channel, KEPT_RELEASES, MAX_REMOVED]);
    } catch (error) {
      this.logger.warn(`old releases of project ${projectId} are not removed, will be tried again: ${String(error)}`);
    }
  }

  override async *run(): AsyncGenerator<number> {
    for (let removed = 1; removed > 0;) {
      removed = await this.remove(REMOVE_WITHOUT_CHANNEL, [DAYS_WITHOUT_CHANNEL, MAX_REMOVED]);
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
    WHERE ${NOT_SERVED} ORDER BY r.id LIMIT $4 FOR UPDATE OF r SKIP LOCKED`);

const WITHOUT_CHANNEL = 'NOT EXISTS (SELECT FROM channels n WHERE n.project_id = r.project_id AND n.name = r.channel)';

/**
 * Notes that a channel was deleted, which had the name `$2`, or has left the release `$3`. A release whose channel is there expires by the
 * number of later ones.
 */
export const NOTE_LEFT = prepared(`
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
