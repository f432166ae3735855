import { Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import pg from 'pg';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import type { Project } from '../../projects/project.entity';
import { ProjectNotFoundError } from '../../projects/project-errors';
import { WHOLE_ROWS } from './row-pages';

/** A project as it is at one moment, whatever is written meanwhile. */
export interface Snapshot {
  tx: Transaction;
  project: Pick<Project, 'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision'>;
}

/** Of projects that are read page by page: each takes its memory, a connection, and space for its file. */
const LARGE_AT_ONCE = 2;

@Injectable()
export class Snapshots {
  private readonly large = new Semaphore(LARGE_AT_ONCE);

  constructor(private readonly database: Database) {}

  /**
   * Runs `read` in one consistent snapshot, the project's revision read inside it. Whoever must wait for large projects
   * holds nothing meanwhile.
   * @throws ProjectNotFoundError where the project went meanwhile
   */
  async of<T>(
    { id, stringCount }: Pick<Project, 'id' | 'stringCount'>,
    read: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    return stringCount > WHOLE_ROWS ? this.large.runExclusive(() => this.taken(id, read)) : this.taken(id, read);
  }

  private async taken<T>(projectId: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
             string_count AS "stringCount", revision
      FROM projects WHERE id = ${pg.escapeLiteral(projectId)}`;
    return this.database.transaction<Snapshot['project'], T>(begin, async (tx, [project]) => {
      if (!project) throw new ProjectNotFoundError();
      return read({ tx, project });
    });
  }
}
