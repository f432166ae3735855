import { bulkId } from '../../common/bulk-id';
import { jsonbArray } from '../../database/array-parameter';
import { chunksOf } from '../../database/chunks';
import { FileStateStore } from './file-state-store';
import { countFiles } from './counted-rows';
import { retire } from './retired-rows';

/** An imported file to keep. */
export interface NewFileTemplate {
  format: string;
  namespace: string;
  language: string;
  /** Empty for the first file of its namespace and language; the path of another file, which is beside it. */
  beside: string;
  /** SHA-256 of the file. */
  hash: Buffer;
  /** JSON text of the options that determine its keys. */
  options: string;
  path: string | null;
  /** Bytes of the file. */
  size: number;
  /** The file, compressed by Brotli. */
  content: Uint8Array;
}

/** Writes the table `file_templates`; nothing else does. */
export class FileTemplateStore extends FileStateStore {
  protected readonly table = 'file_templates';
  protected readonly reversed = REVERSED;

  /**
   * Sets the templates of some formats, namespaces, languages and places; one that is equal stays as it is.
   *
   * @param replaces whether templates that exist are replaced
   */
  async set(templates: readonly NewFileTemplate[], replaces: boolean): Promise<void> {
    const bytes = ({ content }: NewFileTemplate): number => content.length;
    for (const chunk of chunksOf(templates, MAX_TEMPLATES, bytes)) {
      await this.write(SET, [
        replaces,
        chunk.map(() => bulkId()),
        chunk.map(({ format }) => format),
        chunk.map(({ namespace }) => namespace),
        chunk.map(({ language }) => language),
        chunk.map(({ beside }) => beside),
        chunk.map(({ path }) => path),
        jsonbArray(chunk.map(({ options }) => options)),
        chunk.map(({ size }) => size),
        chunk.map(({ hash }) => hash),
        chunk.map(({ content }) => content),
      ]);
    }
  }

  async removeLanguages(languages: readonly string[]): Promise<void> {
    await this.write(REMOVE_LANGUAGES, [languages]);
  }

  /** @returns whether the project had the template */
  async remove(id: string): Promise<boolean> {
    return (await this.write(REMOVE, [id])) > 0;
  }
}

const REVERSED = {
  identity: 'format, namespace, language, beside',
  content: 'hash, path, options',
  language: 'language',
};

/** Rows of one statement. */
const MAX_TEMPLATES = 1_000;

/** Returns the condition under which a row replaces the template `t`. */
const replaces = (row: string): string =>
  `$3::boolean AND (t.hash <> ${row}.hash OR t.path IS DISTINCT FROM ${row}.path OR t.options <> ${row}.options)`;

const SET = `
  WITH f AS (
    SELECT * FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::jsonb[], $11::int[],
        $12::bytea[], $13::bytea[])
      AS f (id, format, namespace, language, beside, path, options, size, hash, content)),
  before AS (
    SELECT t.* FROM f JOIN file_templates t
    ON t.project_id = $1 AND t.format = f.format AND t.namespace = f.namespace AND t.language = f.language AND t.beside = f.beside
    WHERE ${replaces('f')}),
  retired AS (${retire('file_templates', 'before', '$2')}),
  written AS (
    INSERT INTO file_templates AS t (project_id, since, id, format, namespace, language, beside, path, options, size, hash, content)
    SELECT $1, $2, id, format, namespace, language, beside, path, options, size, hash, content FROM f
    ON CONFLICT (project_id, format, namespace, language, beside) DO UPDATE
    SET since = excluded.since, path = excluded.path, options = excluded.options, size = excluded.size, hash = excluded.hash,
        content = excluded.content, updated_at = clock_timestamp()
    WHERE ${replaces('excluded')}
    RETURNING format, namespace, language, beside)
  ${countFiles(`
    SELECT language, CASE WHEN b.since IS NULL THEN 'inserted' ELSE 'changed' END AS effect
    FROM written LEFT JOIN before b USING (format, namespace, language, beside)`)}`;

/** Returns SQL that deletes the templates of a condition. */
const remove = (condition: string): string => `
  WITH removed AS (DELETE FROM file_templates WHERE project_id = $1 AND ${condition} RETURNING *),
  retired AS (${retire('file_templates', 'removed', '$2')})
  ${countFiles(`SELECT language, 'removed' AS effect FROM removed`)}`;

const REMOVE_LANGUAGES = remove('language = ANY ($3)');

const REMOVE = remove('id = $3');
