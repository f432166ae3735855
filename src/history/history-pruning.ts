import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { Database } from '../database/database';
import { isLockTimeout, writeSettings } from '../database/write-settings';
import { prepared } from '../database/statements';
import type { Job } from '../background/job';
import { JobRunner } from '../background/job-runner';
import { removeInSteps } from '../background/remove-in-steps';
import { VERSIONED_TABLES } from '../project-write/stores/retired-rows';
import { lookUpIfAny } from '../database/planned-reads';

/** Projects of one look-up. */
const PROJECTS_PER_STATEMENT = 200;
/**
 * Milliseconds for which pruning waits for a write of the project to end. Beyond them, the next run prunes the project.
 */
const MAX_LOCK_WAIT_MS = 1_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A project and the last of its changes that are too old to be kept. */
interface OldProject {
  id: string;
  /** Null: there is none. */
  lastOldRevision: string | null;
}

/**
 * Removes what is older than `HISTORY_DAYS`. A project that was at revision N when the time to keep began can be read
 * from N on: first it gets N as its oldest revision, which refuses reads of earlier ones, then the rows that no later
 * revision has are removed, at last the changes. A run that ends in between is completed by the next one.
 */
@Injectable()
export class HistoryPruning implements Job {
  readonly name = 'history-pruning';
  readonly intervalMs = 10 * 60_000;
  readonly counters = { rows: 0 };
  private readonly days: number | undefined;

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
    @Inject(SETTINGS) { historyDays }: Pick<Settings, 'historyDays'>,
  ) {
    this.days = historyDays;
    if (historyDays !== undefined) jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    if (this.days === undefined) return;
    for (let after = FIRST_ID; ;) {
      const projects = await this.database.rows<OldProject>(FIND, [after, this.days, PROJECTS_PER_STATEMENT]);
      yield 0;
      for (const { id, lastOldRevision } of projects)
        if (lastOldRevision !== null) yield* this.prune(id, lastOldRevision);
      const last = projects.at(-1);
      if (!last || projects.length < PROJECTS_PER_STATEMENT) return;
      after = last.id;
    }
  }

  private async *prune(id: string, revision: string): AsyncGenerator<number> {
    if (!(await this.raiseOldest(id, revision))) return;
    yield 1;
    for (const statement of [...REMOVE_ROWS, REMOVE_CHANGES]) {
      for await (const removed of removeInSteps(this.database, statement, [id, revision])) {
        if (statement !== REMOVE_CHANGES) this.counters.rows += removed;
        yield removed;
      }
    }
  }

  /** @returns false if a write has the project for too long */
  private async raiseOldest(id: string, revision: string): Promise<boolean> {
    try {
      await this.database.transaction(`BEGIN; ${writeSettings(MAX_LOCK_WAIT_MS)}`, (tx) =>
        tx.rows(RAISE_OLDEST, [id, revision]),
      );
      return true;
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  }
}

const FIND = prepared(`
  SELECT p.id, c.revision AS "lastOldRevision"
  FROM (SELECT id FROM projects WHERE id > $1 ORDER BY id LIMIT $3) p
  ${lookUpIfAny(
    `SELECT revision FROM changes WHERE project_id = p.id AND at <= now() - $2::int * interval '1 day' ORDER BY at DESC`,
    'c',
  )}
  ORDER BY p.id`);

const RAISE_OLDEST = prepared('UPDATE projects SET oldest_revision = $2 WHERE id = $1 AND oldest_revision < $2');

/** Removes the first rows of an index. */
const remove = (table: string, order: string) =>
  prepared(`DELETE FROM ${table} WHERE project_id = $1 AND ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE project_id = $1 AND ${order} <= $2 ORDER BY ${order} LIMIT $3))`);

const REMOVE_ROWS = ['projects', ...VERSIONED_TABLES].map((table) => remove(`${table}_history`, 'until'));

const REMOVE_CHANGES = remove('changes', 'revision');
