import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import type { Database } from '../database/database';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { KeyNotFoundError } from '../keys/key-errors';
import type { ProjectPageQuery } from '../projects/dto/project-page.query';
import { isKey } from '../projects/id-prefix';
import { assertReached } from '../projects/revision';
import type { Change, ChangeItem, KeyVersion, TextVersion } from './change';
import { type ChangeRow, selectChange, toChange } from './change-rows';
import { readTogether } from './read-together';
import { isRevision } from './revision-text';
import { keyVersion, textVersion } from './version-sql';

/** The revision of the last change of a page. */
const LIFE_CURSOR = new CursorCodec(isRevision);

const LAST_REVISION = '9223372036854775807';

/** A change with what it did to one key. */
export interface KeyChange extends Change {
  items: ChangeItem[];
}

/** Reads the changes of single keys, of deleted ones too. */
@Injectable()
export class KeyLife implements ResourceLocator {
  constructor(private readonly reads: Reads) {}

  /** Lists the changes of a key, the newest first. @throws KeyNotFoundError, UnknownRevisionError */
  async page(principal: Principal, keyId: string, query: ProjectPageQuery): Promise<Page<KeyChange>> {
    const [after = LAST_REVISION] = query.cursor === undefined ? [] : LIFE_CURSOR.decode(query.cursor);
    return this.reads.run(async (database) => {
      const { projectId, revision } = await findProject(database, principal, keyId);
      assertReached(revision, query.minRevision);
      return readTogether(database, async (tx) => {
        const rows = await tx.rows<ChangeRow>(CHANGES, [projectId, keyId, after, query.limit + 1]);
        const page = cutPage(rows, query.limit, (row) => LIFE_CURSOR.encode(row.revision));
        const revisions = page.items.map((row) => row.revision);
        const versions = await tx.rows<VersionRow>(VERSIONS, [projectId, keyId, revisions]);
        return {
          ...page,
          items: page.items.map((row) => ({ ...toChange(row), items: itemsOf(row, keyId, versions) })),
        };
      });
    });
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

/** A row of the key or of one of its texts. */
interface VersionRow {
  since: string;
  /** Null: the row holds now. */
  until: string | null;
  /** Empty for the key itself. */
  language: string;
  version: TextVersion | KeyVersion;
}

/** Pairs the rows that a change replaced or removed with those that it made. */
function itemsOf({ revision }: ChangeRow, keyId: string, versions: readonly VersionRow[]): ChangeItem[] {
  const before = new Map(versions.filter(({ until }) => until === revision).map((row) => [row.language, row.version]));
  const after = new Map(versions.filter(({ since }) => since === revision).map((row) => [row.language, row.version]));
  const name = nameAt(revision, versions);
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((language) => ({
      keyId,
      name,
      language: language === '' ? null : language,
      before: before.get(language) ?? null,
      after: after.get(language) ?? null,
    }))
    .filter((item) => JSON.stringify(item.before) !== JSON.stringify(item.after));
}

/** Returns the name that the key had after a change; if the change deleted it, the one before. */
function nameAt(revision: string, versions: readonly VersionRow[]): string {
  const [named] = versions
    .filter(({ language, since, until }) => {
      return (
        language === '' && Number(since) <= Number(revision) && (until === null || Number(until) >= Number(revision))
      );
    })
    .sort((one, other) => Number(other.since) - Number(one.since));
  return named && 'name' in named.version ? named.version.name : '';
}

const FIND_PROJECT = prepared(`
  SELECT p.id AS "projectId", p.revision FROM projects p
  WHERE p.id IN (SELECT project_id FROM keys WHERE id = $1 UNION ALL SELECT project_id FROM keys_history WHERE id = $1)
    AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

const OF_KEY = isKey('key_id', '$2');

const CHANGES = `${selectChange('$2')}
  AND c.revision < $3 AND c.revision = ANY (ARRAY(
    SELECT since FROM keys WHERE project_id = $1 AND id = $2
    UNION SELECT unnest(ARRAY[since, until]) FROM keys_history WHERE project_id = $1 AND id = $2
    UNION SELECT since FROM translations WHERE project_id = $1 AND key_id = $2
    UNION SELECT unnest(ARRAY[since, until]) FROM translations_history WHERE project_id = $1 AND ${OF_KEY}))
  ORDER BY c.revision DESC LIMIT $4`;

/** The versions of the key are all returned: texts are named by them. */
const VERSIONS = `
  SELECT since, NULL AS until, '' AS language, ${keyVersion('k')} AS version
  FROM keys k WHERE project_id = $1 AND id = $2
  UNION ALL
  SELECT since, until, '', ${keyVersion('h')}
  FROM keys_history h WHERE project_id = $1 AND id = $2
  UNION ALL
  SELECT since, NULL, language, ${textVersion('t')}
  FROM translations t WHERE project_id = $1 AND key_id = $2 AND since = ANY ($3)
  UNION ALL
  SELECT since, until, language, ${textVersion('h')}
  FROM translations_history h WHERE project_id = $1 AND ${OF_KEY} AND (since = ANY ($3) OR until = ANY ($3))`;
