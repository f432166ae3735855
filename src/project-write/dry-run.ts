import { ROWS_PER_STATEMENT } from '../database/chunks';
import type { Database } from '../database/database';
import { beginRead } from '../database/planned-reads';
import { prepared, type PreparedStatement } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { LockedProject, ProjectWrite } from './project-write';

/** The number of times that work is begun in steps, on a project that others write. */
export const MAX_ATTEMPTS = 3;

export const BEGIN_DRY_RUN = beginRead('lookUps');

/** A dry run computes the result of a write and writes nothing. Its two parts read one revision of the project. */
export interface DryRun<P, T> {
  /** Whether it may be run only once. Default: it begins again if the project changes meanwhile. */
  runsOnce?: boolean;
  /** Is run in one transaction. */
  prepare: (write: ProjectWrite) => Promise<P>;
  /** Reads by single statements. On the embedded database, other requests have their turn between two of them. */
  work: (write: ProjectWrite, prepared: P) => Promise<T>;
}

/** Returns a dry run in one transaction. */
export const wholeDryRun = <T>(prepare: (write: ProjectWrite) => Promise<T>): DryRun<T, T> => ({
  prepare,
  work: (_, result) => Promise.resolve(result),
});

/** Returns a dry run that reads by single statements only. */
export const stepwiseDryRun = <T>(work: (write: ProjectWrite) => Promise<T>, runsOnce: boolean): DryRun<void, T> => ({
  runsOnce,
  prepare: () => Promise.resolve(),
  work,
});

/**
 * Runs work without a transaction for all of it, which would hold the only connection of the embedded database.
 *
 * @param begin reads the project, and prepares the work
 * @returns undefined if the project was changed in each attempt
 */
export async function inSteps<P, T>(
  database: Database,
  begin: () => Promise<[ProjectWrite, P]>,
  work: DryRun<P, T>['work'],
  attempts: number,
): Promise<{ result: T; revision: string; isChange: false } | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [begun, prepared] = await begin();
    const steps = new Steps(database, begun.project);
    try {
      return { result: await work(begun.in(steps), prepared), revision: begun.revision, isChange: false };
    } catch (error) {
      if (!steps.isOutdated) throw error;
    }
  }
  return undefined;
}

type Revisions = Pick<LockedProject, 'revision' | 'oldestRevision'>;

/** The reads of one revision of a project, each of which has a transaction of its own. */
export class Steps implements Transaction {
  readonly rowsPerStatement = ROWS_PER_STATEMENT;
  /** Whether the project has another revision by now. */
  isOutdated = false;

  constructor(
    private readonly database: Database,
    private readonly project: Revisions & { id: string },
  ) {}

  rows<Row>(statement: PreparedStatement | string, values: unknown[] = []): Promise<Row[]> {
    return this.together((tx) => tx.rows<Row>(statement, values));
  }

  together<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(BEGIN_DRY_RUN, async (tx) => {
      const [now] = await tx.rows<Revisions>(REVISIONS, [this.project.id]);
      const { revision, oldestRevision } = this.project;
      this.isOutdated ||= now?.revision !== revision || now.oldestRevision !== oldestRevision;
      if (this.isOutdated) throw new Error('the project has changed since the first step');
      return work(tx);
    });
  }

  onlyRows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]> {
    return this.rows(statement, values);
  }

  count(): never {
    throw new Error('a dry run writes nothing');
  }

  endWith(): never {
    throw new Error('a dry run writes nothing');
  }
}

// The history of a project loses rows while its revision stays, after its oldest revision was raised.
const REVISIONS = prepared('SELECT revision, oldest_revision AS "oldestRevision" FROM projects WHERE id = $1');
