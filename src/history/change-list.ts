import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { RevisionPrunedError } from '../common/errors/revision-pruned.error';
import type { Database } from '../database/database';
import { type BoundedRow, firstBytes } from '../database/first-bytes';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { CursorCodec } from '../http/queries/cursor';
import { cutBoundedPage, type Page } from '../http/queries/page';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../project-write/as-of/revision';
import type { Change } from './change';
import { MAX_SUMMARIES, withSummaries } from './change-summaries';
import { CHANGE_SIZE, type ChangeRow, selectChange, toChange } from './change-rows';
import { ChangeNotFoundError } from './history-errors';
import type { ListChangesQuery } from './dto/list-changes.query';
import { READ_ITEMS } from './item-rows';
import { isRevision } from './revision-text';

/** The revision of the last change of a page. */
const CHANGE_CURSOR = new CursorCodec(isRevision);

/** Lists the changes of a project, the newest first. */
@Injectable()
export class ChangeList {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, UnknownRevisionError */
  async page(
    principal: Principal,
    projectId: string,
    query: ListChangesQuery,
    client: () => AbortSignal,
  ): Promise<Page<Change>> {
    const hasSummaries = query.include === 'summary';
    const limit = hasSummaries ? Math.min(query.limit, MAX_SUMMARIES) : query.limit;
    const { sql, values } = listStatement(projectId, query, limit);
    const read = async (database: Pick<Database, 'rows'>): Promise<Page<ChangeRow>> => {
      const rows = await database.rows<ChangeRow & BoundedRow>(sql, values);
      return cutBoundedPage(rows, limit, ({ revision }) => CHANGE_CURSOR.encode(revision));
    };
    return this.reads.run(async (database) => {
      const { revision } = await this.projects.get(principal, projectId, database);
      assertReached(revision, query.minRevision);
      if (!hasSummaries) return changesOf(await read(database));
      return database.transaction(READ_ITEMS, async (tx) => {
        const { items, nextCursor } = changesOf(await read(tx));
        return { items: await withSummaries(tx, projectId, items), nextCursor };
      });
    }, client);
  }
}

const changesOf = ({ items, nextCursor }: Page<ChangeRow>): Page<Change> => ({
  items: items.map(toChange),
  nextCursor,
});

/** @throws ChangeNotFoundError, RevisionPrunedError */
export async function findChange(
  database: Pick<Database, 'rows'>,
  projectId: string,
  revision: string,
): Promise<Change> {
  const sql = `${selectChange()} AND c.revision = $2`;
  const [row] = isRevision(revision) ? await database.rows<ChangeRow>(sql, [projectId, revision]) : [];
  if (row) return toChange(row);
  const [project] = await database.rows<{ oldest: string }>(OLDEST, [projectId]);
  if (project && Number(revision) >= 1 && Number(revision) <= Number(project.oldest)) {
    throw new RevisionPrunedError(Number(revision), project.oldest, 'revision');
  }
  throw new ChangeNotFoundError();
}

const OLDEST = prepared('SELECT oldest_revision AS oldest FROM projects WHERE id = $1');

function listStatement(
  projectId: string,
  query: ListChangesQuery,
  pageLimit: number,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [projectId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [selectChange()];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(condition(parameter(value)));
  };
  const [after] = query.cursor === undefined ? [] : CHANGE_CURSOR.decode(query.cursor);
  add(after, (revision) => `c.revision < ${revision}`);
  addBound('>=', query.since);
  addBound('<=', query.until);
  add(query.apiKeyId, (id) => `c.api_key_id = ${id}`);
  add(query.personId, (id) => `c.person_id = ${id}`);
  add(query.action, (action) => `c.action = ${action}`);
  add(query.language, (language) => `${language} = ANY (c.languages)`);
  add(query.namespace, (namespace) => `${namespace} = ANY (c.namespaces)`);
  const limit = parameter(pageLimit + 1);
  const rows = `${conditions.join(' AND ')} ORDER BY c.revision DESC LIMIT ${limit}`;
  const order = 'r.revision DESC';
  return { sql: `${firstBytes({ rows, order, bytes: CHANGE_SIZE })} ORDER BY ${order}`, values };

  /** A time is the revision that the project had then, so that the changes of another time are not read. */
  function addBound(operator: '>=' | '<=', bound: string | undefined): void {
    if (bound === undefined) return;
    if (isRevision(bound)) conditions.push(`c.revision ${operator} ${parameter(bound)}`);
    else {
      const [end, none] = operator === '>=' ? ['at', '9223372036854775807'] : ['at DESC', '0'];
      conditions.push(`c.revision ${operator} coalesce((
        SELECT revision FROM changes WHERE project_id = $1 AND at ${operator} ${parameter(new Date(bound))} ORDER BY ${end} LIMIT 1), ${none})`);
    }
  }
}
