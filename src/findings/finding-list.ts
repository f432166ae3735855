import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { CHECK_CODES } from '../checks/finding';
import type { Principal } from '../common/access/principal';
import { prepared } from '../database/statements';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../projects/project-errors';
import { assertReached } from '../projects/revision';
import type { ListFindingsQuery } from './dto/list-findings.query';
import type { FindingCount } from './finding-count';
import type { ShownFinding } from './key-findings';
import { Looks } from './looks';
import { IS_IGNORED } from './open-findings';

/** A finding of a project. */
export interface ListedFinding extends ShownFinding {
  keyId: string;
  /** The name of the key. */
  name: string;
  language: string;
}

export interface FindingPage extends Page<ListedFinding> {
  /** The findings are those of this revision. */
  revision: string;
  counts: FindingCount[];
}

/** The key, the language and the code of the last finding of a page. */
const CURSOR = new CursorCodec(isUuid, anyText, anyText);

/**
 * Rows are read by indexes in their order: without statistics of the project, the planner would read and sort all of its findings for a
 * page, and a plan that was made for small tables is kept.
 */
const READ = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off;
  SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off`;

/** Lists the findings of projects in the order in which their keys were made. */
@Injectable()
export class FindingList {
  constructor(
    private readonly projects: ProjectsService,
    private readonly looks: Looks,
  ) {}

  /** @throws ProjectNotFoundError, UnknownLanguageError, UnknownRevisionError, ProjectBusyError */
  async page(principal: Principal, projectId: string, query: ListFindingsQuery): Promise<FindingPage> {
    const project = await this.projects.get(principal, projectId);
    const { id, revision, sourceLanguage, targetLanguages } = project;
    assertReached(revision, query.minRevision);
    const languages = [sourceLanguage, ...targetLanguages];
    const unknown = query.language?.filter((tag) => !languages.includes(tag)) ?? [];
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
    const after = query.cursor === undefined ? [null, null, null] : CURSOR.decode(query.cursor);
    const { namespace = null, language = null, code = null, limit } = query;
    const { organizationId } = principal;
    return this.looks.read({ id, organizationId, revision }, READ, async (tx, checkedRevision) => {
      const values = [id, namespace, language, code, ...after, limit + 1];
      const found = await tx.rows<ListedFinding>(LIST, values);
      const counts = await tx.rows<FindingCount>(COUNTS, [id, namespace]);
      const page = cutPage(found, limit, (last) => CURSOR.encode(last.keyId, last.language, last.code));
      const place = ({ language: tag, code: check }: FindingCount): number =>
        languages.indexOf(tag) * CHECK_CODES.length + CHECK_CODES.indexOf(check);
      counts.sort((one, other) => place(one) - place(other));
      return { ...page, counts, revision: checkedRevision };
    });
  }
}

const OF_NAMESPACE = `EXISTS (
    SELECT FROM keys k WHERE k.project_id = $1 AND k.id = f.key_id AND k.namespace = $2 OFFSET 0)`;

const LIST = prepared(`
  SELECT f.key_id AS "keyId", k.name, f.language, f.code, f.detail, ${IS_IGNORED} AS ignored
  FROM findings f
  CROSS JOIN LATERAL (SELECT name, namespace FROM keys WHERE project_id = $1 AND id = f.key_id LIMIT 1) k
  WHERE f.project_id = $1 AND ($2::text IS NULL OR k.namespace = $2)
    AND ($3::text[] IS NULL OR f.language = ANY ($3)) AND ($4::text[] IS NULL OR f.code = ANY ($4))
    AND ($5::uuid IS NULL OR (f.key_id, f.language, f.code) > ($5, $6, $7))
  ORDER BY f.key_id, f.language, f.code LIMIT $8`);

const COUNTS = prepared(`
  SELECT f.language, f.code, count(*)::int AS count FROM findings f
  WHERE f.project_id = $1 AND ($2::text IS NULL OR ${OF_NAMESPACE}) AND NOT ${IS_IGNORED}
  GROUP BY f.language, f.code`);
