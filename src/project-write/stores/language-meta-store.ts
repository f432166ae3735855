import { FileStateStore } from './file-state-store';
import { countFiles } from './counted-rows';
import { retire } from './retired-rows';

/** Writes the table `language_meta`; nothing else does. */
export class LanguageMetaStore extends FileStateStore {
  protected readonly table = 'language_meta';
  protected readonly reversed = REVERSED;

  /**
   * Sets one format's metadata of the files in some languages; the metadata of other formats stays.
   *
   * @param metas JSON texts by language
   */
  async set(metas: ReadonlyMap<string, string>, metaId: string): Promise<void> {
    if (metas.size === 0) return;
    await this.write(SET, [[...metas.keys()], [...metas.values()], metaId]);
  }

  async removeLanguages(languages: readonly string[]): Promise<void> {
    await this.write(REMOVE, [languages]);
  }
}

const REVERSED = { identity: 'language', content: 'meta', language: 'language' };

const SET = `
  WITH f AS (
    SELECT language, jsonb_build_object($5::text, meta) AS meta FROM unnest($3::text[], $4::jsonb[]) AS f (language, meta)),
  before AS (
    SELECT m.since, language, m.meta FROM f JOIN language_meta m USING (language)
    WHERE m.project_id = $1 AND m.meta || f.meta <> m.meta),
  retired AS (${retire('language_meta', 'before', '$2')}),
  written AS (
    INSERT INTO language_meta AS m (project_id, since, language, meta) SELECT $1, $2, language, meta FROM f
    ON CONFLICT (project_id, language) DO UPDATE SET since = excluded.since, meta = m.meta || excluded.meta
    WHERE m.meta || excluded.meta <> m.meta
    RETURNING language)
  ${countFiles(`
    SELECT language, CASE WHEN b.since IS NULL THEN 'inserted' ELSE 'changed' END AS effect
    FROM written LEFT JOIN before b USING (language)`)}`;

const REMOVE = `
  WITH removed AS (
    DELETE FROM language_meta WHERE project_id = $1 AND language = ANY ($3) RETURNING since, language, meta),
  retired AS (${retire('language_meta', 'removed', '$2')})
  ${countFiles(`SELECT language, 'removed' AS effect FROM removed`)}`;
