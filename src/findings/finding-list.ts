import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { CHECK_CODES } from '../checks/finding';
import type { Principal } from '../common/access/principal';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutBoundedPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { UnknownLanguageError } from '../project-write/project-errors';
import { assertReached } from '../project-write/as-of/revision';
import type { ListFindingsQuery } from './dto/list-findings.query';
import type { FindingCount, NamespaceCount } from './finding-count';
import type { ShownFinding } from './key-findings';
import { FindingsRefresher } from './findings-refresher';
import { countByNamespace } from './namespace-counts';
import { IS_IGNORED } from './open-findings';
import { beginRead, hasRow, lookUp } from '../database/planned-reads';
import { keyById } from '../project-write/stored-rows';

/** A finding of a project. */
export interface ListedFinding extends ShownFinding {
  keyId: string;
  /** The name of the key. */
  name: string;
  language: string;
}

export interface FindingPage extends Page<ListedFinding> {
  /** The revision of the findings. */
  revision: string;
  counts: FindingCount[];
  /** Only if they were asked for. */
  namespaces?: NamespaceCount[];
}

/** The key, the language and the code of the last finding of a page. */
const CURSOR = new CursorCodec(isUuid, anyText, anyText);

const READ = beginRead('inOrder');

/** Lists the findings of projects in the order in which their keys were made. */
@Injectable()
export class FindingList {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
    private readonly refresher: FindingsRefresher,
  ) {}

  /**
   * @throws ProjectNotFoundError, UnknownLanguageError, UnknownRevisionError, ProjectBusyError, ReadTimeoutError,
   *   ValidationFailedError for more namespaces than an answer can have
   */
  async page(
    principal: Principal,
    projectId: string,
    query: ListFindingsQuery,
    client: () => AbortSignal,
  ): Promise<FindingPage> {
    const database = this.reads.onPrimary(client);
    const project = await this.projects.get(principal, projectId, database);
    const { id, revision, sourceLanguage, targetLanguages } = project;
    assertReached(revision, query.minRevision);
    const languages = [sourceLanguage, ...targetLanguages];
    const unknown = query.language?.filter((tag) => !languages.includes(tag)) ?? [];
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
    const after = query.cursor === undefined ? [null, null, null] : CURSOR.decode(query.cursor);
    const { namespace = null, language = null, code = null, limit } = query;
    const { organizationId } = principal;
    const readPage = async (tx: Transaction, checkedRevision: string): Promise<FindingPage> => {
      const values = [id, namespace, language, code, ...after, limit + 1];
      const found = await tx.rows<ListedFinding & BoundedRow>(LIST, values);
      const counts = await tx.rows<FindingCount>(COUNTS, [id, namespace]);
      const page = cutBoundedPage(found, limit, (last) => CURSOR.encode(last.keyId, last.language, last.code));
      const place = ({ language: tag, code: check }: FindingCount): number =>
        languages.indexOf(tag) * CHECK_CODES.length + CHECK_CODES.indexOf(check);
      counts.sort((one, other) => place(one) - place(other));
      const namespaces = query.by === 'namespace' ? await countByNamespace(tx, id) : undefined;
      return { ...page, counts, namespaces, revision: checkedRevision };
    };
    return this.refresher.read({ id, organizationId, revision }, READ, readPage, database);
  }
}

const OF_NAMESPACE = hasRow('FROM keys k WHERE k.project_id = $1 AND k.id = f.key_id AND k.namespace = $2');

const ORDER = 'r."keyId", r.language, r.code';

const LIST = prepared(
  `${firstBytes({
    rows: `
  SELECT f.key_id AS "keyId", k.name, f.language, f.code, f.detail, ${IS_IGNORED} AS ignored
  FROM findings f
  ${lookUp(keyById('f.key_id', 'name, namespace'), 'k')}
  WHERE f.project_id = $1 AND ($2::text IS NULL OR k.namespace = $2)
    AND ($3::text[] IS NULL OR f.language = ANY ($3)) AND ($4::text[] IS NULL OR f.code = ANY ($4))
    AND ($5::uuid IS NULL OR (f.key_id, f.language, f.code) > ($5, $6, $7))
  ORDER BY f.key_id, f.language, f.code LIMIT $8`,
    order: ORDER,
    bytes: sizeOf('r.name', 'r.detail'),
  })} ORDER BY ${ORDER}`,
);

const COUNTS = prepared(`
  SELECT f.language, f.code, count(*)::int AS count FROM findings f
  WHERE f.project_id = $1 AND ($2::text IS NULL OR ${OF_NAMESPACE}) AND NOT ${IS_IGNORED}
  GROUP BY f.language, f.code`);
