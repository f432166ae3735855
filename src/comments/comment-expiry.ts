import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '../background/job';
import { JobRunner } from '../background/job-runner';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { hasRow } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';

/** Comments of one step. */
const COMMENTS_PER_STATEMENT = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Removes the comments on keys that the history does not have any more: until then, a restored key has them again. */
@Injectable()
export class CommentExpiry implements Job {
  readonly name = 'comment-expiry';
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
        tx.rows<{ last: string | null; removed: number }>(REMOVE, [after, COMMENTS_PER_STATEMENT]),
      );
      yield step?.removed ?? 0;
      if (step?.last == null) return;
      after = step.last;
    }
  }
}

const REMOVE = prepared(`
  WITH step AS (SELECT id, project_id, key_id FROM comments WHERE id > $1 ORDER BY id LIMIT $2),
  removed AS (
    DELETE FROM comments c USING step s
    WHERE c.id = s.id AND NOT ${hasRow('FROM keys k WHERE k.id = s.key_id')}
      AND NOT ${hasRow('FROM keys_history h WHERE h.project_id = s.project_id AND h.id = s.key_id')}
    RETURNING c.id)
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM removed) AS removed`);
