import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { BatchedRead } from '../database/batched-read';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Project } from './entities/project.entity';
import { ProjectNotFoundError } from './project-errors';
import { PROJECT_COLUMNS, type VisibleProject } from './visible-project';

type FoundProject = VisibleProject & Pick<Project, 'organizationId'>;

const FIND = prepared(
  `SELECT organization_id AS "organizationId", ${PROJECT_COLUMNS} FROM projects WHERE id = ANY ($1::uuid[])`,
);

/** Reads projects for callers that can see them. */
@Injectable()
export class VisibleProjects {
  private readonly byId = new BatchedRead<FoundProject>(FIND, ({ id }) => id);

  constructor(private readonly database: Database) {}

  /**
   * @param from the database to read: by default the primary
   * @throws ProjectNotFoundError
   */
  async get(principal: Principal, id: string, from: Database = this.database): Promise<VisibleProject> {
    if (!isUuid(id)) throw new ProjectNotFoundError();
    const [project] = await this.byId.rows(from, id.toLowerCase());
    if (!project || !isVisible(project, principal)) throw new ProjectNotFoundError();
    return project;
  }
}

/** Whether a caller can see a project; the rule that the SQL of lists and of locks has as a condition. */
export const isVisible = (
  { id, organizationId }: Pick<FoundProject, 'id' | 'organizationId'>,
  principal: Principal,
): boolean => organizationId === principal.organizationId && (principal.projectIds?.includes(id) ?? true);
