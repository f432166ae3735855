import { Client } from 'pg';

/** The most characters of a text. */
export const LONGEST_TEXT = 65_536;

/** Sets texts of the longest length of all keys of a project. The text is compressed once, and its rows copied. */
export async function setLongestTexts(
  databaseUrl: string,
  project: string,
  languages: readonly string[],
  revision: number,
): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`CREATE TEMP TABLE seed AS SELECT repeat('x', ${LONGEST_TEXT}) AS text`);
    await client.query(
      `INSERT INTO translations (project_id, language, key_id, text, since)
       SELECT k.project_id, language, k.id, seed.text, $3 FROM seed, keys k CROSS JOIN unnest($2::text[]) AS l (language)
       WHERE k.project_id = $1`,
      [project, languages, revision],
    );
  } finally {
    await client.end();
  }
}
