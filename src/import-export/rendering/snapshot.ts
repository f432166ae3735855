import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { type Transaction, Transactions } from '../../database/transactions';
import type { Project } from '../../projects/project.entity';
import { ProjectNotFoundError } from '../../projects/project-errors';

/** A project as it is at one moment, whatever is written meanwhile. */
export interface Snapshot {
  tx: Transaction;
  project: Pick<Project, 'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision'>;
}

@Injectable()
export class Snapshots {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Runs `read` in one consistent snapshot, the project's revision read inside it.
   * @throws ProjectNotFoundError where the project went meanwhile
   */
  async of<T>(projectId: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
             string_count AS "stringCount", revision
      FROM projects WHERE id = ${pg.escapeLiteral(projectId)}`;
    return this.transactions.within<Snapshot['project'], T>(begin, async (tx, [project]) => {
      if (!project) throw new ProjectNotFoundError();
      return read({ tx, project });
    });
  }
}
