import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import { beginRead, lookUp, lookUpTotals } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import type { ProjectPageQuery } from '../projects/dto/project-page.query';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../project-write/as-of/revision';

const READ = beginRead('inOrder');

/** The last namespace of a page. */
const NAMESPACE_CURSOR = new CursorCodec(anyText);

export interface Namespace {
  /** Empty: the names without a dot. */
  name: string;
  /** The number of keys. */
  keys: number;
}

/** Lists the namespaces of a project in the order in which a list of keys has them; the empty one is the first. */
@Injectable()
export class NamespaceList {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, UnknownRevisionError */
  async page(
    principal: Principal,
    projectId: string,
    query: ProjectPageQuery,
    client: () => AbortSignal,
  ): Promise<Page<Namespace>> {
    const [after = null] = query.cursor === undefined ? [] : NAMESPACE_CURSOR.decode(query.cursor);
    const found = await this.reads.run(async (database) => {
      const { revision } = await this.projects.get(principal, projectId, database);
      assertReached(revision, query.minRevision);
      return database.transaction(READ, (tx) =>
        tx.rows<Namespace & { place: number }>(LIST, [projectId, after, query.limit + 1]),
      );
    }, client);
    // The statement cannot sort: it would be planned as very expensive, and compiled.
    found.sort((one, other) => one.place - other.place);
    return cutPage(found, query.limit, ({ name }) => NAMESPACE_CURSOR.encode(name));
  }
}

/**
 * Returns SQL that joins the first namespace whose keys have names from a position on. It reads the index
 * `keys_in_order` up to the first name with a dot.
 */
const firstFrom = (position: string, alias: string): string =>
  lookUp(
    `SELECT namespace FROM keys
     WHERE project_id = $1 AND namespace <> '' AND left(name, 512) >= left(${position}, 512) AND name >= ${position}
     ORDER BY left(name, 512), name`,
    alias,
  );

/** `ns/` is the first name behind the names that begin with `ns.`, because `/` is the next character after the dot. */
const LIST = prepared(`
  WITH RECURSIVE dotted (name, place) AS (
    SELECT first.namespace, 1
    FROM (SELECT coalesce(nullif($2::text, '') || '/', '') COLLATE "C" AS name) position
    ${firstFrom('position.name', 'first')}
    UNION ALL
    SELECT next.namespace, place + 1
    FROM dotted ${firstFrom(`(dotted.name || '/')`, 'next')}
    WHERE place < $3::int
  )
  SELECT '' AS name, count(*)::int AS keys, 0 AS place FROM keys
  WHERE $2::text IS NULL AND project_id = $1 AND namespace = '' HAVING count(*) > 0
  UNION ALL
  SELECT dotted.name, counted.keys, dotted.place
  FROM dotted ${lookUpTotals(
    `SELECT count(*)::int AS keys FROM keys
     WHERE project_id = $1 AND namespace = dotted.name
       AND left(name, 512) >= left(dotted.name || '.', 512) AND left(name, 512) <= left(dotted.name || '/', 512)`,
    'counted',
  )}`);
