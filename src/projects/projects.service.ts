import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { requireLanguages } from '../common/access/reach';
import type { ExpectedState } from '../http/params/if-match';
import { CursorCodec } from '../http/queries/cursor';
import { BatchedRead } from '../database/batched-read';
import { Database } from '../database/database';
import { writeSettings } from '../database/write-settings';
import { prepared } from '../database/statements';
import type { Once } from '../idempotency/once';
import type { CreateProjectDto } from './dto/create-project.dto';
import { DEFAULT_LIMIT_WITH_PROGRESS, type ListProjectsQuery } from './dto/list-projects.query';
import { type CountedProject, ProjectProgress } from './project-progress';
import { hashOfProject } from './project-state';
import { ProjectWriter } from '../project-write/project-writer';
import type { Project } from '../project-write/entities/project.entity';
import { PROJECT_COLUMNS, type VisibleProject } from '../project-write/visible-project';
import { VisibleProjects } from '../project-write/visible-projects';

/**
 * Condition of the rows that a caller can see: `$1` is its organization, `$2` the ids of the projects that it is limited to,
 * or null.
 */
const VISIBLE = 'organization_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))';

const LIST = prepared(
  `SELECT ${PROJECT_COLUMNS} FROM projects WHERE ${VISIBLE} AND ($3::uuid IS NULL OR id > $3) ORDER BY id LIMIT $4`,
);
const LIST_ALL = prepared(
  `SELECT organization_id AS "organizationId", ${PROJECT_COLUMNS} FROM projects WHERE organization_id = ANY ($1::uuid[]) ORDER BY id`,
);

const INSERT = prepared(
  `INSERT INTO projects (id, organization_id, name, source_language, target_languages) VALUES ($1, $2, $3, $4, $5)
   RETURNING organization_id AS "organizationId", created_at AS "createdAt", updated_at AS "updatedAt", ${PROJECT_COLUMNS}`,
);
const DELETE = prepared('DELETE FROM projects WHERE id = $1');

/** Terms of the glossary have their projects in a list, which no foreign key keeps. */
const DELETE_ONLY_TERMS = prepared(
  'DELETE FROM glossary_terms WHERE organization_id = $1 AND project_ids = ARRAY[$2::uuid]',
);
const LEAVE_TERMS = prepared(
  'UPDATE glossary_terms SET project_ids = array_remove(project_ids, $2) WHERE organization_id = $1 AND $2 = ANY (project_ids)',
);

/** The id of the last project of a page. */
const PROJECT_CURSOR = new CursorCodec(isUuid);

export interface ProjectPage {
  /** With their counts if the query includes the progress. */
  projects: readonly (VisibleProject & Partial<CountedProject>)[];
  /** The cursor of the next page; undefined on the last page. */
  nextCursor?: string;
}

type FoundProject = VisibleProject & Pick<Project, 'organizationId'>;

@Injectable()
export class ProjectsService implements ResourceLocator {
  private readonly byOrganization = new BatchedRead<FoundProject>(LIST_ALL, ({ organizationId }) => organizationId);

  constructor(
    private readonly database: Database,
    private readonly writer: ProjectWriter,
    private readonly visible: VisibleProjects,
    private readonly progress: ProjectProgress,
  ) {}

  /** Lists the projects that the caller can see, the oldest first, which is the order of their ids. */
  async list(
    principal: Principal,
    { include = [], limit, cursor }: ListProjectsQuery,
    client: () => AbortSignal,
  ): Promise<ProjectPage> {
    if (!include.includes('progress')) return this.page(principal, limit, cursor);
    const page = await this.page(principal, limit ?? DEFAULT_LIMIT_WITH_PROGRESS, cursor);
    return { ...page, projects: await this.progress.count(page.projects, client) };
  }

  private async page(
    principal: Principal,
    limit: number | undefined,
    cursor: string | undefined,
  ): Promise<ProjectPage> {
    const { organizationId, projectIds } = principal;
    if (limit === undefined && cursor === undefined && !projectIds) {
      return { projects: await this.byOrganization.rows(this.database, organizationId) };
    }
    const [after = null] = cursor === undefined ? [] : PROJECT_CURSOR.decode(cursor);
    const rows = limit === undefined ? null : limit + 1;
    const projects = await this.database.rows<VisibleProject>(LIST, [organizationId, projectIds, after, rows]);
    if (limit === undefined || projects.length <= limit) return { projects };
    const page = projects.slice(0, limit);
    return { projects: page, nextCursor: PROJECT_CURSOR.encode(page.at(-1)?.id ?? '') };
  }

  /**
   * @param from the database to read: by default the primary
   * @throws ProjectNotFoundError
   */
  get(principal: Principal, id: string, from?: Database): Promise<VisibleProject> {
    return this.visible.get(principal, id, from);
  }

  /** @throws ProjectNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.get(principal, id);
  }

  /**
   * @throws NotGrantableError if the caller is limited to projects: it could not see the new one
   * @throws LanguageNotAllowedError
   */
  async create(
    principal: Principal,
    { name, sourceLanguage, targetLanguages = [] }: CreateProjectDto,
    once?: Once<Project>,
  ): Promise<Project> {
    if (principal.projectIds) throw new NotGrantableError('the caller is limited to projects, and cannot create one');
    requireLanguages(principal, [sourceLanguage, ...targetLanguages]);
    const values = [uuidv7(), principal.organizationId, name, sourceLanguage, targetLanguages];
    if (!once) return only(await this.database.rows<Project>(INSERT, values));
    return this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      await once.claim(tx);
      const project = only(await tx.rows<Project>(INSERT, values));
      await once.keep(tx, project);
      return project;
    });
  }

  /**
   * Deletes a project with its keys and texts.
   *
   * @throws ProjectNotFoundError, LanguageNotAllowedError, PreconditionFailedError, ProjectBusyError
   */
  async delete(principal: Principal, id: string, expected?: ExpectedState): Promise<void> {
    await this.writer.write(principal, id, 'project.delete', async ({ tx, project, rights }) => {
      rights.assertLanguages([project.sourceLanguage, ...project.targetLanguages]);
      expected?.assertMatches(hashOfProject(project));
      await tx.rows(DELETE, [id]);
      for (const statement of [DELETE_ONLY_TERMS, LEAVE_TERMS])
        await tx.rows(statement, [principal.organizationId, id]);
      const target = { type: 'project', id: project.id, name: project.name } as const;
      await recordAudit(tx, principal, { action: 'project.deleted', projectId: project.id, target });
    });
  }
}

/** Returns the row that an INSERT without a condition returns. */
function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('the database returned no row of an INSERT');
  return row;
}
