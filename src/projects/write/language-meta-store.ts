import type { Transaction } from '../../database/transaction';
import type { LanguageMetaState, ProjectChanges } from './project-changes';
import { retire } from './retired-rows';
import { type ReversalTarget, reversalStatements } from './reversal-target';

/** Writes the table `language_meta`; nothing else does. */
export class LanguageMetaStore {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
    /** The revision of the write. */
    private readonly revision: string,
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
      this.revision,
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
    const removed = await this.tx.rows<LanguageMetaState>(REMOVE, [this.projectId, this.revision, languages]);
    if (removed.length > 0) this.changes.record({ languageMeta: { before: removed, after: null } });
  }

  /** Puts back what held at the target; rows that were changed again stay. */
  async revert(target: ReversalTarget): Promise<void> {
    const { remove, insert } = reversalStatements('language_meta', REVERSED, target);
    const removed = await this.tx.rows<LanguageMetaState>(remove, [this.projectId, this.revision]);
    if (removed.length > 0) this.changes.record({ languageMeta: { before: removed, after: null } });
    const restored = await this.tx.rows<LanguageMetaState>(insert, [this.projectId, this.revision]);
    if (restored.length > 0) this.changes.record({ languageMeta: { before: null, after: restored } });
  }
}

const REVERSED = { identity: 'language', content: 'meta', returned: 'language, meta::text AS meta' };

const SET = `
  WITH f AS (
    SELECT language, jsonb_build_object($5::text, meta) AS meta FROM unnest($3::text[], $4::jsonb[]) AS f (language, meta)),
  before AS (
    SELECT m.since, language, m.meta FROM f JOIN language_meta m USING (language)
    WHERE m.project_id = $1 AND m.meta || f.meta <> m.meta),
  retired AS (${retire('language_meta', 'before', '$2')})
  INSERT INTO language_meta AS m (project_id, since, language, meta) SELECT $1, $2, language, meta FROM f
  ON CONFLICT (project_id, language) DO UPDATE SET since = excluded.since, meta = m.meta || excluded.meta
  WHERE m.meta || excluded.meta <> m.meta
  RETURNING language, meta::text AS meta,
            (SELECT before.meta::text FROM before WHERE before.language = m.language) AS "oldMeta"`;

const REMOVE = `
  WITH removed AS (
    DELETE FROM language_meta WHERE project_id = $1 AND language = ANY ($3) RETURNING since, language, meta),
  retired AS (${retire('language_meta', 'removed', '$2')})
  SELECT language, meta::text AS meta FROM removed`;
