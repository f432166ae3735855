import { FileStateStore } from './file-state-store';
import type { LanguageMetaState, RecordedChange, Transition } from './project-changes';
import { retire } from './retired-rows';

/** Writes the table `language_meta`; nothing else does. */
export class LanguageMetaStore extends FileStateStore<LanguageMetaState> {
  protected readonly table = 'language_meta';
  protected readonly reversed = REVERSED;

  protected toChange(languageMeta: Transition<LanguageMetaState>): RecordedChange {
    return { languageMeta };
  }

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
    this.record(replaced, replacements);
    this.record(null, created);
  }

  async removeLanguages(languages: readonly string[]): Promise<void> {
    const values = [this.projectId, this.revision, languages];
    this.record(await this.tx.rows<LanguageMetaState>(REMOVE, values), null);
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
