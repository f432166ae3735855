import { Inject, Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import type { Database } from '../../database/database';
import { OPEN_DATABASE } from '../../database/database.module';
import type { OpenDatabase } from '../../database/open-database';
import { Reads } from '../../database/reads';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import type { Project } from '../../project-write/entities/project.entity';
import { ProjectNotFoundError } from '../../project-write/project-errors';
import { projectColumnsAsOf } from '../../project-write/as-of/project-as-of';
import { assertKept, assertReached } from '../../project-write/as-of/revision';
import { rowsAsOf } from '../../project-write/as-of/rows-as-of';
import { PROJECT_COLUMNS } from '../../project-write/visible-project';
import { ExportsBusyError } from '../export-errors';
import { CURSOR_MIN_ROWS, readPages } from '../../database/row-pages';
import { BriefSnapshot } from './brief-snapshot';
import type { Snapshot, SnapshotProject } from './snapshot';
import { beginRead } from '../../database/planned-reads';

/** A project as it was looked up before. */
type KnownProject = Pick<Project, 'id' | 'revision'> & {
  /** The earlier revision to read. Default: the project as it is. */
  asOf?: string;
  /** The earlier revision with which the project is compared. */
  since?: number;
};

/** The number of projects that are read at once. Each of them takes a connection. */
const MAX_SNAPSHOTS = 3;
/** The number of large projects that are read at once. Each of them takes memory and disk space too. */
const MAX_LARGE_SNAPSHOTS = 2;
/** The number of snapshots for which one organization may wait. */
const MAX_WAITING = 100;

/** Organizations take turns, and one of them leaves a slot to others. */
const createTurns = (slots: number): FairSemaphore =>
  new FairSemaphore({
    slots,
    slotsPerGroup: Math.max(1, slots - 1),
    maxWaiting: MAX_WAITING,
    createRefusal: () => new ExportsBusyError('too many exports of the organization are waiting', 5),
  });

/** The caller that a snapshot is read for. */
export interface SnapshotReader {
  organizationId: string;
  /** When the signal is aborted, a snapshot that waits for its turn is not read, and a statement is cancelled. */
  signal: AbortSignal;
}

/** The number of times that a snapshot of the embedded database is begun without a transaction for all of it. */
const MAX_BRIEF_ATTEMPTS = 3;

const BEGIN = beginRead('whole');

const FIND = prepared(`
  SELECT ${PROJECT_COLUMNS}, EXISTS (SELECT FROM file_templates t WHERE t.project_id = p.id) AS "hasTemplates"
  FROM projects p WHERE id = $1`);

const findAsOf = (revision: string): string => `
  SELECT ${projectColumnsAsOf(revision)}, EXISTS (
    SELECT FROM file_templates t WHERE t.project_id = p.id
    UNION ALL
    SELECT FROM file_templates_history t WHERE t.project_id = p.id) AS "hasTemplates"
  FROM projects p WHERE id = $1`;

/** Reads projects in consistent snapshots. */
@Injectable()
export class Snapshots {
  private readonly turns: FairSemaphore;
  private readonly largeTurns = createTurns(MAX_LARGE_SNAPSHOTS);

  constructor(
    private readonly reads: Reads,
    @Inject(OPEN_DATABASE) private readonly place: Pick<OpenDatabase, 'embedded'>,
  ) {
    this.turns = createTurns(place.embedded ? 1 : MAX_SNAPSHOTS);
  }

  /**
   * Runs `work` in a consistent snapshot, which includes the project's revision. A call that waits for its turn holds
   * no connection.
   *
   * @param project as it was looked up: the snapshot has its revision or a later one
   * @param work may run several times: on the standby and then on the primary, and again when an embedded project has
   *   changed
   * @throws ProjectNotFoundError when the project was deleted in the meantime
   * @throws ExportsBusyError when too many snapshots of the organization wait
   */
  async read<T>(
    { organizationId, signal }: SnapshotReader,
    project: KnownProject & Pick<Project, 'stringCount'>,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const read = (): Promise<T> => this.turns.run(organizationId, () => this.begin(project, work, signal), { signal });
    return project.stringCount > CURSOR_MIN_ROWS ? this.largeTurns.run(organizationId, read, { signal }) : read();
  }

  private begin<T>(project: KnownProject, work: (snapshot: Snapshot) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.reads.run(
      (database) =>
        this.place.embedded ? readBriefly(database, project, work) : readInTransaction(database, project, work),
      () => signal,
    );
  }
}

/** Holds a connection for as long as the work takes. */
const readInTransaction = <T>(
  database: Database,
  known: KnownProject,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  inTransaction(database, known, (tx, project) =>
    work({
      project,
      from: (table) => rowsAsOf(table, known.asOf),
      rows: (statement, parameters) => tx.rows(statement, parameters),
      pages: (sql, parameters, maxRows) => readPages(tx, sql, parameters, project.stringCount, maxRows),
    }),
  );

/**
 * Holds the only connection of an embedded database for the time of each read, unless the project changes again and
 * again.
 */
async function readBriefly<T>(
  database: Database,
  known: KnownProject,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const read = <R>(run: (tx: Transaction, project: SnapshotProject) => Promise<R>): Promise<R> =>
    inTransaction(database, known, run);
  for (let attempt = 0; attempt < MAX_BRIEF_ATTEMPTS; attempt++) {
    const project = await read((_, found) => Promise.resolve(found));
    const snapshot = new BriefSnapshot(project, (table) => rowsAsOf(table, known.asOf), database, read);
    try {
      return await work(snapshot);
    } catch (error) {
      if (!snapshot.isOutdated) throw error;
    } finally {
      await snapshot.close();
    }
  }
  return readInTransaction(database, known, work);
}

const inTransaction = <T>(
  database: Database,
  known: KnownProject,
  work: (tx: Transaction, project: SnapshotProject) => Promise<T>,
): Promise<T> =>
  database.transaction(BEGIN, async (tx) => {
    const find = known.asOf === undefined ? FIND : findAsOf(known.asOf);
    const [project] = await tx.rows<SnapshotProject>(find, [known.id]);
    if (!project) throw new ProjectNotFoundError();
    // The look-up may have been on the primary, ahead of a standby.
    assertReached(project.revision, Number(known.revision));
    // Pruning may have removed the revision since the look-up found it.
    if (known.asOf !== undefined) assertKept(project.oldestRevision, Number(known.asOf));
    assertKept(project.oldestRevision, known.since, 'since');
    return work(tx, project);
  });
