import { Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import pg from 'pg';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import type { Project } from '../../projects/project.entity';
import { ProjectNotFoundError } from '../../projects/project-errors';
import { CURSOR_MIN_ROWS } from './row-pages';

/** A project at one moment. Reads in `tx` do not see later writes. */
export interface Snapshot {
  tx: Transaction;
  project: Pick<Project, 'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision'>;
}

/** The number of large projects that are read at once. Each of them takes memory, a connection and disk space. */
const MAX_LARGE_SNAPSHOTS = 2;

const beginSnapshot = (projectId: string): string => `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
         string_count AS "stringCount", revision
  FROM projects WHERE id = ${pg.escapeLiteral(projectId)}`;

/** Reads projects in consistent snapshots. */
@Injectable()
export class Snapshots {
  private readonly large = new Semaphore(MAX_LARGE_SNAPSHOTS);

  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in a consistent snapshot, which includes the project's revision. A call that waits for its turn holds
   * no connection.
   *
   * @throws ProjectNotFoundError when the project was deleted in the meantime
   */
  async read<T>(
    { id, stringCount }: Pick<Project, 'id' | 'stringCount'>,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    const isLarge = stringCount > CURSOR_MIN_ROWS;
    return isLarge ? this.large.runExclusive(() => this.begin(id, work)) : this.begin(id, work);
  }

  private begin<T>(projectId: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.database.transaction<Snapshot['project'], T>(beginSnapshot(projectId), async (tx, [project]) => {
      if (!project) throw new ProjectNotFoundError();
      return work({ tx, project });
    });
  }
}
