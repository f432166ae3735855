import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';

export const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'ja'] as const;

/** Of the n-th key; `$i` stands for n. Neither in the order of the ids nor all of one length, as names are. */
const NAME = `'section' || ($i::bigint * 7919 % 97) || '.screen' || ($i % 13) || '.item_' || $i`;
const TEXT = `'Text no. ' || $i || ': naïve café, “quoted” & <b>bold</b>'`;

/** As the service makes them, one after the other: milliseconds first (RFC 9562, version 7). */
const ID = `(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + $i / 8), 12, '0') || '7' || lpad(to_hex($i % 4096), 3, '0')
  || '8' || substr(md5($i || 'glossa' || $1), 1, 15))::uuid`;

const of = (expression: string): string => expression.replaceAll('$i', 'i');

/** The name and the text of key n, as the SQL makes them. */
export const nameOf = (i: number): string => `section${(i * 7919) % 97}.screen${i % 13}.item_${i}`;
export const textOf = (i: number): string => `Text no. ${i}: naïve café, “quoted” & <b>bold</b>`;

/** Writes worlds straight into the tables: much faster than through the API. */
export class Seed {
  private constructor(
    readonly sql: Client,
    readonly organizationId: string,
  ) {}

  /** @param sql of a database in which the service has started once */
  static async into(sql: Client): Promise<Seed> {
    const { rows } = await sql.query<{ id: string }>('SELECT id FROM organizations WHERE bootstrap');
    const [organization] = rows;
    if (!organization) throw new Error('the service has made no organization');
    return new Seed(sql, organization.id);
  }

  /** @returns its id */
  async project({ keys, languages = ['en'] }: { keys: number; languages?: readonly string[] }): Promise<string> {
    const id = uuidv7();
    await this.sql.query(
      `INSERT INTO projects (id, organization_id, name, source_language, target_languages, string_count)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, this.organizationId, `Project of ${keys}`, languages[0], languages.slice(1), keys],
    );
    if (keys > 0) await this.keys(id, keys, languages);
    return id;
  }

  /** As autovacuum would, which may be off. */
  async settle(): Promise<void> {
    await this.sql.query('VACUUM (ANALYZE)');
    await this.sql.query('CHECKPOINT');
  }

  /** What another format keeps of each key and of each text, as after imports of it. */
  async keepMeta(projectId: string): Promise<void> {
    const ofKey = `jsonb_build_object('po', jsonb_build_object('references', jsonb_build_array('src/screens/' || id || '.tsx:12', 'src/app.tsx:7'),
      'extracted', 'Shown at the top of the page', 'previous', 'Was once another text'))`;
    const ofText = `jsonb_build_object('po', jsonb_build_object('flags', jsonb_build_array('fuzzy', 'c-format'), 'translator', 'Is this right?'))`;
    await this.sql.query(`UPDATE keys SET meta = ${ofKey} WHERE project_id = $1`, [projectId]);
    await this.sql.query(`UPDATE translations SET meta = ${ofText} WHERE project_id = $1`, [projectId]);
  }

  /** Without what updates left behind, in the order in which the rows were made. */
  async rewrite(): Promise<void> {
    await this.sql.query('VACUUM (FULL) keys');
    await this.sql.query('VACUUM (FULL) translations');
  }

  /** Leaves no key and no project. */
  async empty(): Promise<void> {
    await this.sql.query('TRUNCATE translations, keys, language_meta, projects');
    await this.settle();
  }

  /** Makes what was rendered of a project old, as any write does. */
  async touch(projectId: string): Promise<void> {
    await this.sql.query('UPDATE projects SET revision = revision + 1 WHERE id = $1', [projectId]);
  }

  async keyIds(projectId: string, limit: number): Promise<string[]> {
    const { rows } = await this.sql.query<{ id: string }>('SELECT id FROM keys WHERE project_id = $1 LIMIT $2', [
      projectId,
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  private async keys(projectId: string, count: number, languages: readonly string[]): Promise<void> {
    await this.sql.query(
      `INSERT INTO keys (project_id, id, name, name_hash)
       SELECT $1::uuid, ${of(ID)}, name, sha256(convert_to(name, 'UTF8'))
       FROM generate_series(0, $2::int - 1) AS i CROSS JOIN LATERAL (SELECT ${of(NAME)} AS name) n`,
      [projectId, count],
    );
    await this.sql.query(
      `INSERT INTO translations (project_id, language, key_id, text)
       SELECT $1, language, id, ${of(TEXT)}
       FROM (SELECT id, substring(name FROM '_([0-9]+)$')::int AS i FROM keys WHERE project_id = $1) k
       CROSS JOIN unnest($2::text[]) AS language`,
      [projectId, languages],
    );
  }
}
