import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Project } from '../../projects/project.entity';
import { ProjectNotFoundError } from '../../projects/project-errors';

/** A project as it is at one moment, whatever is written meanwhile. */
export interface Snapshot {
  tx: EntityManager;
  project: Pick<Project, 'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision'>;
}

@Injectable()
export class Snapshots {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `read` in one consistent snapshot, the project's revision read inside it.
   * @throws ProjectNotFoundError where the project went meanwhile
   */
  async of<T>(projectId: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const [project] = await tx.query<Snapshot['project'][]>(
        `SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
                string_count AS "stringCount", revision FROM projects WHERE id = $1`,
        [projectId],
      );
      if (!project) throw new ProjectNotFoundError();
      return read({ tx, project });
    });
  }
}
