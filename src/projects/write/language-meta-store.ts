import type { Transaction } from '../../database/transaction';
import type { LanguageMetaState, ProjectChanges } from './project-changes';

/** Writes the table `language_meta`; nothing else does. */
export class LanguageMetaStore {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
    private readonly changes: ProjectChanges,
  ) {}

  /**
   * Sets one format's metadata of the files in some languages; the metadata of other formats stays.
   *
   * @param metas JSON texts by language
   */
  async set(metas: ReadonlyMap<string, string>, metaId: string): Promise<void> {
    if (metas.size === 0) return;
    const rows = await this.tx.rows<LanguageMetaState & { oldMeta: string | null }>(SET, [
      this.projectId,
      [...metas.keys()],
      [...metas.values()],
      metaId,
    ]);
    const replaced = rows.flatMap(({ language, oldMeta }) => (oldMeta === null ? [] : [{ language, meta: oldMeta }]));
    const replacements = rows.filter(({ oldMeta }) => oldMeta !== null);
    const created = rows.filter(({ oldMeta }) => oldMeta === null);
    if (replaced.length > 0) this.changes.record({ languageMeta: { before: replaced, after: replacements } });
    if (created.length > 0) this.changes.record({ languageMeta: { before: null, after: created } });
  }

  async removeLanguages(languages: readonly string[]): Promise<void> {
    const removed = await this.tx.rows<LanguageMetaState>(REMOVE, [this.projectId, languages]);
    if (removed.length > 0) this.changes.record({ languageMeta: { before: removed, after: null } });
  }
}

const SET = `
  WITH before AS (SELECT language, meta FROM language_meta WHERE project_id = $1 AND language = ANY ($2::text[]))
  INSERT INTO language_meta AS m (project_id, language, meta)
  SELECT $1, language, jsonb_build_object($4::text, meta) FROM unnest($2::text[], $3::jsonb[]) AS f (language, meta)
  ON CONFLICT (project_id, language) DO UPDATE SET meta = m.meta || excluded.meta
  WHERE m.meta || excluded.meta <> m.meta
  RETURNING language, meta::text AS meta,
            (SELECT before.meta::text FROM before WHERE before.language = m.language) AS "oldMeta"`;

const REMOVE = `DELETE FROM language_meta WHERE project_id = $1 AND language = ANY ($2)
  RETURNING language, meta::text AS meta`;
