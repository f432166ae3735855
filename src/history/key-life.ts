import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import type { Database } from '../database/database';
import { PAGE_BYTES } from '../common/page-bytes';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { anyText, CursorCodec } from '../http/queries/cursor';
import type { Page } from '../http/queries/page';
import { KeyNotFoundError } from '../keys/key-errors';
import type { ProjectPageQuery } from '../projects/dto/project-page.query';
import { isKey } from '../projects/id-prefix';
import { assertReached } from '../project-write/as-of/revision';
import type { Change, ChangeItem } from './change';
import { CHANGE_SIZE, type ChangeRow, selectChange, toChange } from './change-rows';
import { isRevision } from './revision-text';
import {
  joinName,
  KEYS,
  pairVersions,
  SET_IN,
  TEXTS,
  VERSION,
  VERSION_BYTES,
  type VersionColumns,
  type VersionRow,
} from './version-rows';
import { beginRead } from '../database/planned-reads';

/** The revision and the language of the last item of a page; the item of the key itself has no language. */
const LIFE_CURSOR = new CursorCodec(isRevision, anyText);

/** Items of a page. */
const MAX_ITEMS = 1_000;
/** Bytes of the changes of a page, without their items; the other ones are for the items. */
const CHANGE_BYTES = PAGE_BYTES / 4;

const LAST_REVISION = '9223372036854775807';

/** A change with what it did to one key. */
export interface KeyChange extends Change {
  items: ChangeItem[];
}

/** Reads the changes of single keys, of deleted ones too. */
@Injectable()
export class KeyLife implements ResourceLocator {
  constructor(private readonly reads: Reads) {}

  /**
   * Lists the changes of a key, the newest first. A change whose items have no room on the page goes on with the next
   * page.
   *
   * @throws KeyNotFoundError, UnknownRevisionError
   */
  async page(
    principal: Principal,
    keyId: string,
    query: ProjectPageQuery,
    client: () => AbortSignal,
  ): Promise<Page<KeyChange>> {
    const after = query.cursor === undefined ? [LAST_REVISION, ''] : LIFE_CURSOR.decode(query.cursor);
    return this.reads.run(async (database) => {
      const { projectId, revision } = await findProject(database, principal, keyId);
      assertReached(revision, query.minRevision);
      return database.transaction(beginRead(), async (tx) => {
        const found = await tx.rows<ListedChange>(CHANGES, [projectId, keyId, ...after, query.limit + 1]);
        const changes = found.slice(0, query.limit);
        const revisions = changes.map((change) => change.revision);
        const names = changes.map(({ name }) => name ?? '');
        const values = [revisions, names.map((name) => Buffer.byteLength(name)), 2 * MAX_ITEMS + 1];
        const rows = await tx.rows<ItemRow>(ITEMS, [projectId, keyId, ...after, ...values]);
        return toPage(keyId, changes, rows);
      });
    }, client);
  }

  /** @throws KeyNotFoundError */
  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.reads.run((database) => findProject(database, principal, id));
  }
}

async function findProject(
  database: Database,
  { organizationId, projectIds }: Principal,
  keyId: string,
): Promise<{ projectId: string; revision: string }> {
  const [found] = isUuid(keyId)
    ? await database.rows<{ projectId: string; revision: string }>(FIND_PROJECT, [keyId, organizationId, projectIds])
    : [];
  if (!found) throw new KeyNotFoundError();
  return found;
}

interface ListedChange extends ChangeRow, BoundedRow {
  /** The name of the key after the change. */
  name: string | null;
}

interface ItemRow extends Omit<VersionRow, 'name'>, BoundedRow {
  revision: string;
}

/** @param found rows of the items of the changes, in their order: all of them, or as many as a page has */
function toPage(keyId: string, changes: readonly ListedChange[], found: readonly ItemRow[]): Page<KeyChange> {
  const rows = wholeItems(found.slice(0, 2 * MAX_ITEMS));
  const last = rows.at(-1);
  if (!last) return { items: [], nextCursor: null };
  const items = changes
    .filter(({ revision }) => Number(revision) >= Number(last.revision))
    .map((change): KeyChange => {
      const ofChange = rows.filter(({ revision }) => revision === change.revision);
      const named = ofChange.map((row) => ({ ...row, name: change.name }));
      return { ...toChange(change), items: pairVersions(keyId, named) };
    });
  const hasNext = rows.length < found.length || (changes.at(-1)?.hasNext ?? false);
  return { items, nextCursor: hasNext ? LIFE_CURSOR.encode(last.revision, last.language) : null };
}

/**
 * Returns rows without the rows of the last item if there are rows behind them: one of these may be of the same item.
 */
function wholeItems(rows: readonly ItemRow[]): readonly ItemRow[] {
  const last = rows.at(-1);
  if (!last?.hasNext) return rows;
  return rows.filter(({ revision, language }) => revision !== last.revision || language !== last.language);
}

const FIND_PROJECT = prepared(`
  SELECT p.id AS "projectId", p.revision FROM projects p
  WHERE p.id IN (SELECT project_id FROM keys WHERE id = $1 UNION ALL SELECT project_id FROM keys_history WHERE id = $1)
    AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

const OF_KEY = isKey('key_id', '$2');

const isBehind = (revision: string, language: string): string =>
  `(${revision} < $3 OR (${revision} = $3 AND ${language} > $4::text))`;

/** The changes of the key `$2` with items behind the revision `$3` and the language `$4`. */
const CHANGES = `${firstBytes({
  rows: `
    SELECT c.*, key_name AS name FROM (
      ${selectChange('$2')} AND c.revision = ANY (ARRAY(
        SELECT revision FROM (
          SELECT since AS revision, '' COLLATE "C" AS language FROM keys WHERE project_id = $1 AND id = $2
          UNION SELECT unnest(ARRAY[since, until]), '' FROM keys_history WHERE project_id = $1 AND id = $2
          UNION SELECT since, language FROM translations WHERE project_id = $1 AND key_id = $2
          UNION SELECT unnest(ARRAY[since, until]), language FROM translations_history WHERE project_id = $1 AND ${OF_KEY}) rows
        WHERE ${isBehind('revision', 'language')}))
      ORDER BY c.revision DESC LIMIT $5) c ${joinName('$2', 'c.revision')} ORDER BY c.revision DESC`,
  order: 'r.revision DESC',
  bytes: `${CHANGE_SIZE} + ${sizeOf('r.name')}`,
  maxBytes: CHANGE_BYTES,
})} ORDER BY r.revision DESC`;

/**
 * The rows of the key `$2` that changes of `$5` have made, or replaced or removed. `$6` are the sizes of the names of
 * the changes.
 */
const rowsOf = (
  table: string,
  revision: 'since' | 'until',
  { language, content }: VersionColumns,
  ofKey: string,
): string => `
  SELECT ${revision} AS revision, ${revision === 'until'} AS "isBefore", ${language} AS language, ${content} FROM ${table}
  WHERE project_id = $1 AND ${ofKey} AND ${revision} = ANY ($5)`;

const ROWS = [
  rowsOf('keys', 'since', KEYS, 'id = $2'),
  rowsOf('keys_history', 'since', KEYS, 'id = $2'),
  rowsOf('keys_history', 'until', KEYS, 'id = $2'),
  rowsOf('translations', 'since', TEXTS, 'key_id = $2'),
  rowsOf('translations_history', 'since', TEXTS, OF_KEY),
  rowsOf('translations_history', 'until', TEXTS, OF_KEY),
].join(' UNION ALL ');

const ORDER = 'r.revision DESC, r.language COLLATE "C"';

const ITEMS = `
  SELECT revision, "isBefore", language, ${SET_IN} AS "setIn", ${VERSION} AS version, "hasNext" FROM (${firstBytes({
    rows: `
      SELECT * FROM (${ROWS}) r JOIN unnest($5::bigint[], $6::int[]) AS c (revision, name_bytes) USING (revision)
      WHERE ${isBehind('revision', 'r.language')} ORDER BY ${ORDER} LIMIT $7`,
    order: ORDER,
    bytes: `${VERSION_BYTES} + r.name_bytes`,
    maxBytes: PAGE_BYTES - CHANGE_BYTES,
  })}) r ORDER BY ${ORDER}`;
