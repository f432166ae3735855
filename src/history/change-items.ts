import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../common/access/principal';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { anyText, CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import type { ProjectPageQuery } from '../projects/dto/project-page.query';
import { ProjectsService } from '../projects/projects.service';
import { assertReached } from '../projects/revision';
import type { Change, ChangeItem } from './change';
import { findChange } from './change-list';
import { readTogether } from './read-together';
import { keyVersion, textVersion } from './version-sql';

/** Key and language of the last item of a page; the item of the key itself has no language. */
const ITEM_CURSOR = new CursorCodec(isUuid, anyText);

/** A change with a page of what it did. */
export interface ChangeWithItems extends Page<ChangeItem> {
  change: Change;
}

/** Reads what a change of a project did. */
@Injectable()
export class ChangeItems {
  constructor(
    private readonly reads: Reads,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws ProjectNotFoundError, ChangeNotFoundError, UnknownRevisionError, RevisionPrunedError */
  async page(
    principal: Principal,
    projectId: string,
    revision: string,
    query: ProjectPageQuery,
  ): Promise<ChangeWithItems> {
    const after = query.cursor === undefined ? [FIRST_KEY, ''] : ITEM_CURSOR.decode(query.cursor);
    return this.reads.run(async (database) => {
      const project = await this.projects.get(principal, projectId, database);
      assertReached(project.revision, query.minRevision);
      const { change, rows } = await readTogether(database, async (tx) => ({
        change: await findChange(tx, projectId, revision),
        rows: await tx.rows<ItemRow>(ITEMS, [projectId, revision, ...after, query.limit + 1]),
      }));
      const page = cutPage(rows, query.limit, ({ keyId, language }) => ITEM_CURSOR.encode(keyId, language));
      return { change, ...page, items: page.items.map(toItem) };
    });
  }
}

const FIRST_KEY = '00000000-0000-0000-0000-000000000000';

type ItemRow = Omit<ChangeItem, 'language'> & { language: string };

const toItem = ({ language, ...item }: ItemRow): ChangeItem => ({
  ...item,
  language: language === '' ? null : language,
});

/** The rows that a revision made are since it; those that it replaced or removed are until it. */
const ITEMS = prepared(`
  WITH texts AS (
    SELECT key_id, language, NULL AS name,
           CASE WHEN b.text IS NOT NULL THEN ${textVersion('b')} END AS before,
           CASE WHEN a.text IS NOT NULL THEN ${textVersion('a')} END AS after
    FROM (SELECT key_id, language, text, state FROM translations WHERE project_id = $1 AND since = $2
          UNION ALL
          SELECT key_id, language, text, state FROM translations_history WHERE project_id = $1 AND since = $2) a
    FULL JOIN (SELECT key_id, language, text, state FROM translations_history WHERE project_id = $1 AND until = $2) b
      USING (key_id, language)),
  changed_keys AS (
    SELECT id AS key_id, '' COLLATE "C" AS language, coalesce(a.name, b.name) AS name,
           CASE WHEN b.name IS NOT NULL THEN ${keyVersion('b')} END AS before,
           CASE WHEN a.name IS NOT NULL THEN ${keyVersion('a')} END AS after
    FROM (SELECT id, name, description, tags, max_length FROM keys WHERE project_id = $1 AND since = $2
          UNION ALL
          SELECT id, name, description, tags, max_length FROM keys_history WHERE project_id = $1 AND since = $2) a
    FULL JOIN (SELECT id, name, description, tags, max_length FROM keys_history WHERE project_id = $1 AND until = $2) b
      USING (id)),
  items AS (
    SELECT * FROM (SELECT * FROM changed_keys UNION ALL SELECT * FROM texts) i WHERE before IS DISTINCT FROM after),
  page AS (
    SELECT * FROM items WHERE (key_id, language) > ($3::uuid, $4::text) ORDER BY key_id, language LIMIT $5)
  SELECT key_id AS "keyId", language, coalesce(name, (
    SELECT v.name FROM (
      SELECT k.name, k.since FROM keys k WHERE k.project_id = $1 AND k.id = page.key_id AND k.since <= $2
      UNION ALL
      SELECT h.name, h.since FROM keys_history h
      WHERE h.id = page.key_id AND h.project_id = $1 AND h.since <= $2 AND h.until >= $2) v
    ORDER BY v.since DESC LIMIT 1)) AS name, before, after
  FROM page ORDER BY key_id, language`);
