import { Injectable, Logger } from '@nestjs/common';
import { JobRunner } from '../background/job-runner';
import { type Removal, RemovalJob } from '../background/removal-job';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import { IS_UNUSED, removeUnused } from './packing/content-rows';
import type { Release } from './release';

/** The last releases of a channel that are kept, besides the releases that channels serve. */
const KEPT_RELEASES = 20;
/** Releases that are removed after a publication. */
const MAX_REMOVED = 5;
/** The days for which the usage of delivery tokens is kept. */
const USAGE_DAYS = 400;

/**
 * Removes releases that no channel serves and that are not among the last ones of their channel, with the bytes that no other release
 * has. A publication removes what it has made superfluous; the job removes the bytes of publications that failed.
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
      await this.db.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
        const removed = await tx.rows<{ sha256: string }>(REMOVE_RELEASES, [
          projectId,
          channel,
          KEPT_RELEASES,
          MAX_REMOVED,
        ]);
        const hashes = removed.map(({ sha256 }) => sha256);
        await removeUnused(tx, projectId, hashes);
      });
    } catch (error) {
      this.logger.warn(`old releases of project ${projectId} are not removed, will be tried again: ${String(error)}`);
    }
  }

  protected removals(): Removal[] {
    return [
      [REMOVE_ABANDONED, []],
      [REMOVE_USAGE, [USAGE_DAYS]],
    ];
  }
}

const REMOVE_RELEASES = prepared(`
  WITH old AS (
    SELECT r.id FROM (
      SELECT id FROM releases WHERE project_id = $1 AND channel = $2 ORDER BY id DESC OFFSET $3 LIMIT 1000) o
    JOIN releases r ON r.id = o.id
    WHERE NOT EXISTS (SELECT FROM channels c WHERE c.release_id = r.id)
    ORDER BY r.id LIMIT $4 FOR UPDATE OF r SKIP LOCKED),
  removed AS (DELETE FROM releases WHERE id IN (SELECT id FROM old) RETURNING id)
  SELECT DISTINCT f.sha256 FROM release_files f JOIN removed ON removed.id = f.release_id`);

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
