import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '../background/job';
import { JobRunner } from '../background/job-runner';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { hasRow, lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';

/** Regions of one step. */
const REGIONS_PER_STATEMENT = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Removes the regions of keys that the history does not have any more: until then, a restored key has them again. */
@Injectable()
export class ScreenshotExpiry implements Job {
  readonly name = 'screenshot-expiry';
  readonly intervalMs = 24 * 3_600_000;

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
    @Inject(SETTINGS) { historyDays }: Pick<Settings, 'historyDays'>,
  ) {
    if (historyDays !== undefined) jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    for (let after = FIRST_ID; ;) {
      const [step] = await this.database.transaction(`BEGIN; ${writeSettings()}`, (tx) =>
        tx.rows<{ last: string | null; removed: number }>(REMOVE, [after, REGIONS_PER_STATEMENT]),
      );
      yield step?.removed ?? 0;
      if (step?.last == null) return;
      after = step.last;
    }
  }
}

const REMOVE = prepared(`
  WITH step AS (SELECT id, screenshot_id, key_id FROM screenshot_regions WHERE id > $1 ORDER BY id LIMIT $2),
  removed AS (
    DELETE FROM screenshot_regions r
    USING step g ${lookUp('SELECT project_id FROM screenshots WHERE id = g.screenshot_id', 's')}
    WHERE r.id = g.id AND NOT ${hasRow('FROM keys k WHERE k.id = g.key_id')}
      AND NOT ${hasRow('FROM keys_history h WHERE h.project_id = s.project_id AND h.id = g.key_id')}
    RETURNING r.id)
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM removed) AS removed`);
