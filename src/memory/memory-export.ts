import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/access/principal';
import type { Database } from '../database/database';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { beginRead, lookUp, lookUpIfAny } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { TmxMemory } from '../language-files';
import { isOutdated } from '../project-write/as-of/versions';

/** Source texts that a page has at most. */
const PAGE_TEXTS = 1_000;
/** Bytes at which a page ends. */
const PAGE_BYTES = 1_048_576;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const TRANSLATED = 1;
const REVIEWED = 2;

/** The projects of the organization `$1`, within the reach `$2`, that translate from `$3` into `$4`. */
const PROJECTS = prepared(`
  SELECT id, name FROM projects
  WHERE organization_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2)) AND memory
    AND source_language = $3 AND $4 = ANY (target_languages) ORDER BY id`);

const TEXT = 'SELECT text, state, updated_at, since, text_revision FROM translations';

/** The texts of the project `$1` in the language `$2` behind the key `$4`, and their translations into `$3`. */
const PAGE = prepared(`
  SELECT r.key_id AS "keyId", k.name, r.source, CASE WHEN r.offered THEN r.target END AS target, r.reviewed, r.at, r."hasNext"
  FROM (${firstBytes({
    rows: `
      SELECT s.key_id, s.text AS source, t.text AS target, t.state = ${REVIEWED} AS reviewed, t.updated_at AS at,
             t.state >= ${TRANSLATED} AND t.text <> '' AND ${isOutdated('t', 's.text_revision')} IS NOT TRUE AS offered
      FROM (SELECT key_id, text, text_revision FROM translations
            WHERE project_id = $1 AND language = $2 AND key_id > $4 ORDER BY key_id LIMIT ${PAGE_TEXTS}) s
      ${lookUpIfAny(`${TEXT} WHERE project_id = $1 AND language = $3 AND key_id = s.key_id`, 't')}`,
    order: 'r.key_id',
    bytes: sizeOf('r.source', 'r.target'),
    maxBytes: PAGE_BYTES,
  })}) r
  ${lookUp('SELECT name FROM keys WHERE project_id = $1 AND id = r.key_id', 'k')}
  ORDER BY r.key_id`);

interface PageRow extends BoundedRow {
  keyId: string;
  name: string;
  source: string;
  /** Null: it has no translation that the memory offers. */
  target: string | null;
  reviewed: boolean;
  at: Date;
}

/** The languages of a memory. */
export interface LanguagePair {
  from: string;
  to: string;
}

/** Writes all translations that the memory offers as TMX. */
@Injectable()
export class MemoryExport {
  constructor(private readonly reads: Reads) {}

  /**
   * Reads the texts page by page, each as it is when it is read: no transaction stays open while a client receives them.
   *
   * @throws ReadTimeoutError
   */
  async *tmx(
    { organizationId, projectIds }: Principal,
    { from, to }: LanguagePair,
    client: () => AbortSignal,
  ): AsyncGenerator<string> {
    const memory = new TmxMemory();
    yield memory.begin(from);
    const projects = await this.reads.run((database) =>
      database.rows<{ id: string; name: string }>(PROJECTS, [organizationId, projectIds, from, to]),
    );
    for (const { id, name: project } of projects) {
      for await (const rows of this.pages(id, { from, to }, client)) {
        let text = '';
        for (const { keyId, name, source, target, reviewed, at } of rows) {
          if (target === null || source === '') continue;
          text += memory.unit({
            id: keyId,
            source: { language: from, text: source },
            target: { language: to, text: target, changedAt: at },
            properties: { 'x-project': project, 'x-key': name, 'x-state': reviewed ? 'reviewed' : 'translated' },
          });
        }
        if (text !== '') yield text;
      }
    }
    yield memory.end();
  }

  private async *pages(
    projectId: string,
    { from, to }: LanguagePair,
    client: () => AbortSignal,
  ): AsyncGenerator<PageRow[]> {
    const read = (after: string) => (database: Database) =>
      database.transaction(READ, (tx) => tx.rows<PageRow>(PAGE, [projectId, from, to, after]));
    for (let after: string | undefined = FIRST_ID; after !== undefined;) {
      const rows: PageRow[] = await this.reads.run(read(after), client);
      yield rows;
      const last: PageRow | undefined = rows.at(-1);
      after = last && (last.hasNext || rows.length === PAGE_TEXTS) ? last.keyId : undefined;
    }
  }
}

const READ = beginRead('inOrder');
