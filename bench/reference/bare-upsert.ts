import type { FlatFile } from '../harness/flat-file';
import { insertKeys, raiseRevision, upsertTexts } from './statements';

/** Rows per statement; larger chunks are not faster. */
const CHUNK_ROWS = 5_000;

type Query = (sql: string, parameters: unknown[]) => Promise<unknown>;

/** Writes the rows of a file into the tables of the service in one transaction, without parsing or comparing anything. */
export async function bareUpsert(query: Query, projectId: string, { ids, names, texts }: FlatFile): Promise<void> {
  await query('BEGIN', []);
  await query('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
  for (let start = 0; start < ids.length; start += CHUNK_ROWS) {
    const end = start + CHUNK_ROWS;
    await query(insertKeys, [projectId, ids.slice(start, end), names.slice(start, end)]);
  }
  for (let start = 0; start < ids.length; start += CHUNK_ROWS) {
    const end = start + CHUNK_ROWS;
    await query(upsertTexts, [projectId, 'en', ids.slice(start, end), texts.slice(start, end)]);
  }
  await query(raiseRevision, [projectId, ids.length]);
  await query('COMMIT', []);
}
