import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import type { ProjectPageQuery } from './dto/project-page.query';
import { TemplateNotFoundError } from '../project-write/project-errors';
import { ProjectsService } from './projects.service';
import { assertReached } from '../project-write/as-of/revision';
import { ProjectWriter, type Written } from '../project-write/project-writer';

/** Format, namespace, language and place of the last template of a page. */
const TEMPLATE_CURSOR = new CursorCodec(anyText, anyText, anyText, anyText);

export interface Template {
  id: string;
  format: string;
  /** Empty: the keys have none. */
  namespace: string;
  /** Empty: the file contains several. */
  language: string;
  /** Empty for the first file of its namespace and language; the path of another file, which is beside it. */
  beside: string;
  path: string | null;
  /** The options of its import that determine the keys. */
  options: Record<string, unknown>;
  /** Bytes of the file. */
  size: number;
  updatedAt: Date;
}

/** The imported files that exports of a project have the layout of. */
@Injectable()
export class TemplateList implements ResourceLocator {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly writer: ProjectWriter,
    private readonly database: Database,
  ) {}

  /**
   * Lists templates by format, namespace, language and place.
   *
   * @throws ProjectNotFoundError, UnknownRevisionError
   */
  async page(principal: Principal, projectId: string, query: ProjectPageQuery): Promise<Page<Template>> {
    const after = query.cursor === undefined ? ['', '', '', ''] : TEMPLATE_CURSOR.decode(query.cursor);
    const found = await this.reads.run(async (database) => {
      const { revision } = await this.projects.get(principal, projectId, database);
      assertReached(revision, query.minRevision);
      return database.rows<Template>(LIST, [projectId, ...after, query.limit + 1]);
    });
    return cutPage(found, query.limit, ({ format, namespace, language, beside }) =>
      TEMPLATE_CURSOR.encode(format, namespace, language, beside),
    );
  }

  /** @throws ProjectNotFoundError, TemplateNotFoundError */
  async assertVisible(
    principal: Principal,
    projectId: string,
    { templateId = '' }: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.projects.assertVisible(principal, projectId);
    const exists = isUuid(templateId) && (await this.database.rows(EXISTS, [projectId, templateId])).length > 0;
    if (!exists) throw new TemplateNotFoundError();
  }

  /**
   * Deletes a template: exports have the canonical layout again.
   *
   * @throws ProjectNotFoundError, TemplateNotFoundError, ProjectBusyError
   */
  async delete(principal: Principal, projectId: string, id: string): Promise<Written<void>> {
    return this.writer.write(principal, projectId, 'template.delete', async ({ fileTemplates }) => {
      if (!isUuid(id) || !(await fileTemplates.remove(id))) throw new TemplateNotFoundError();
    });
  }
}

const LIST = prepared(`
  SELECT id, format, namespace, language, beside, path, options, size, updated_at AS "updatedAt" FROM file_templates
  WHERE project_id = $1 AND (format, namespace, language, beside) > ($2::text, $3::text, $4::text, $5::text)
  ORDER BY format, namespace, language, beside LIMIT $6`);

const EXISTS = prepared('SELECT FROM file_templates WHERE project_id = $1 AND id = $2');
