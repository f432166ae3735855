import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '../background/job';
import { JobRunner } from '../background/job-runner';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { hasRow } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';

/** Keys of one step. */
const KEYS_PER_STATEMENT = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Takes keys from assignments that the history does not have any more: until then, a restored key is assigned again. */
@Injectable()
export class AssignmentExpiry implements Job {
  readonly name = 'assignment-expiry';
  readonly intervalMs = 24 * 3_600_000;

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
    @Inject(SETTINGS) { historyDays }: Pick<Settings, 'historyDays'>,
  ) {
    if (historyDays !== undefined) jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    for (let after = [FIRST_ID, FIRST_ID]; ;) {
      const step = await this.step(after);
      yield step.removed;
      if (!step.last) return;
      after = step.last;
    }
  }

  private step(after: string[]): Promise<{ last: string[] | null; removed: number }> {
    return this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      const values = [...after, KEYS_PER_STATEMENT];
      const [step] = await tx.rows<{ last: string[] | null; removed: string[] }>(REMOVE, values);
      const removed = step?.removed ?? [];
      if (removed.length > 0) {
        // Keys that another transaction adds meanwhile are seen once the assignments are locked.
        await tx.rows(LOCK, [removed]);
        await tx.rows(REMOVE_EMPTY, [removed]);
      }
      return { last: step?.last ?? null, removed: removed.length };
    });
  }
}

const REMOVE = prepared(`
  WITH step AS (
    SELECT assignment_id, key_id FROM assigned_keys WHERE (assignment_id, key_id) > ($1::uuid, $2::uuid)
    ORDER BY assignment_id, key_id LIMIT $3),
  removed AS (
    DELETE FROM assigned_keys s USING step, assignments a
    WHERE s.assignment_id = step.assignment_id AND s.key_id = step.key_id AND a.id = step.assignment_id
      AND NOT ${hasRow('FROM keys k WHERE k.id = step.key_id')}
      AND NOT ${hasRow('FROM keys_history h WHERE h.project_id = a.project_id AND h.id = step.key_id')}
    RETURNING s.assignment_id)
  SELECT (SELECT ARRAY[assignment_id::text, key_id::text] FROM step ORDER BY assignment_id DESC, key_id DESC LIMIT 1) AS last,
         (SELECT coalesce(array_agg(assignment_id::text), '{}') FROM removed) AS removed`);

const LOCK = prepared('SELECT id FROM assignments WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE');

const REMOVE_EMPTY = prepared(`
  DELETE FROM assignments a
  WHERE a.id = ANY ($1::uuid[]) AND NOT a.is_whole AND NOT EXISTS (SELECT FROM assigned_keys s WHERE s.assignment_id = a.id)`);
