import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';

export const LANGUAGES = ['en', 'de', 'fr', 'pt-BR', 'ja'] as const;

/** SQL for the name of the n-th key; `$i` stands for n. Like real names, they differ in length and in order from the ids. */
const NAME = `'section' || ($i::bigint * 7919 % 97) || '.screen' || ($i % 13) || '.item_' || $i`;
const TEXT = `'Text no. ' || $i || ': naïve café, “quoted” & <b>bold</b>'`;

/** SQL for ids in the form of the service, in ascending order: milliseconds first (RFC 9562, version 7). */
const ID = `(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + $i / 8), 12, '0') || '7' || lpad(to_hex($i % 4096), 3, '0')
  || '8' || substr(md5($i || 'glossa' || $1), 1, 15))::uuid`;

const inSeries = (expression: string): string => expression.replaceAll('$i', 'i');

/** Returns the name that the SQL gives the n-th key. */
export const seededName = (i: number): string => `section${(i * 7919) % 97}.screen${i % 13}.item_${i}`;
/** Returns the text that the SQL gives the n-th key. */
export const seededText = (i: number): string => `Text no. ${i}: naïve café, “quoted” & <b>bold</b>`;

/** Writes projects directly into the tables, which is much faster than through the API. */
export class Seed {
  private constructor(
    readonly sql: Client,
    readonly organizationId: string,
  ) {}

  /** @param sql client of a database in which the service has started once */
  static async into(sql: Client): Promise<Seed> {
    const { rows } = await sql.query<{ id: string }>('SELECT id FROM organizations WHERE bootstrap');
    const [organization] = rows;
    if (!organization) throw new Error('the service has created no organization');
    return new Seed(sql, organization.id);
  }

  /** @returns the id of the new project */
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

  /** Vacuums and analyzes the tables, because autovacuum may be off or too late. */
  async settle(): Promise<void> {
    await this.sql.query('VACUUM (ANALYZE)');
    await this.sql.query('CHECKPOINT');
  }

  /** Adds metadata of another format to each key and each text, as an import of that format does. */
  async keepMeta(projectId: string): Promise<void> {
    const keyMeta = `jsonb_build_object('po', jsonb_build_object('references', jsonb_build_array('src/screens/' || id || '.tsx:12', 'src/app.tsx:7'),
      'extracted', 'Shown at the top of the page', 'previous', 'Was once another text'))`;
    const textMeta = `jsonb_build_object('po', jsonb_build_object('flags', jsonb_build_array('fuzzy', 'c-format'), 'translator', 'Is this right?'))`;
    await this.sql.query(`UPDATE keys SET meta = ${keyMeta} WHERE project_id = $1`, [projectId]);
    await this.sql.query(`UPDATE translations SET meta = ${textMeta} WHERE project_id = $1`, [projectId]);
  }

  /** Rewrites the tables without dead rows. */
  async rewrite(): Promise<void> {
    await this.sql.query('VACUUM (FULL) keys');
    await this.sql.query('VACUUM (FULL) translations');
  }

  /** Deletes all keys and all projects. */
  async empty(): Promise<void> {
    await this.sql.query('TRUNCATE projects CASCADE');
    await this.settle();
  }

  /** Raises the revision of a project, which outdates its cached exports as any write does. */
  async touch(projectId: string): Promise<void> {
    await this.sql.query('UPDATE projects SET revision = revision + 1 WHERE id = $1', [projectId]);
  }

  /** Raises the revision as a write of so many keys does that the entries of an export are all read again. */
  async touchMany(projectId: string): Promise<void> {
    await this.touch(projectId);
    await this.sql.query(
      `UPDATE keys SET since = p.revision FROM projects p
       WHERE p.id = $1 AND keys.project_id = $1 AND keys.id IN (SELECT id FROM keys WHERE project_id = $1 LIMIT 1001)`,
      [projectId],
    );
  }

  async keyIds(projectId: string, limit: number): Promise<string[]> {
    const { rows } = await this.sql.query<{ id: string }>('SELECT id FROM keys WHERE project_id = $1 LIMIT $2', [
      projectId,
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Returns the id of a key whose texts are no plurals, if there is one. */
  async plainTextKeyId(projectId: string): Promise<string> {
    const { rows } = await this.sql.query<{ id: string }>(
      `SELECT key_id AS id FROM translations WHERE project_id = $1 ORDER BY text LIKE '{%', key_id LIMIT 1`,
      [projectId],
    );
    const [key] = rows;
    if (!key) throw new Error('the project has no text');
    return key.id;
  }

  private async keys(projectId: string, count: number, languages: readonly string[]): Promise<void> {
    await this.sql.query(
      `INSERT INTO keys (project_id, id, name, name_hash)
       SELECT $1::uuid, ${inSeries(ID)}, name, sha256(convert_to(name, 'UTF8'))
       FROM generate_series(0, $2::int - 1) AS i CROSS JOIN LATERAL (SELECT ${inSeries(NAME)} AS name) n`,
      [projectId, count],
    );
    await this.sql.query(
      `INSERT INTO translations (project_id, language, key_id, text)
       SELECT $1, language, id, ${inSeries(TEXT)}
       FROM (SELECT id, substring(name FROM '_([0-9]+)$')::int AS i FROM keys WHERE project_id = $1) k
       CROSS JOIN unnest($2::text[]) AS language`,
      [projectId, languages],
    );
  }
}
