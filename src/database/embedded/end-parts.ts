import type { Database } from '../database';
import { prepared } from '../statements';

/** The first word of the names of prepared transactions; the id of a write, the id of a project, its revision before the write, and a number follow. */
export const PARTS = 'glossa';

/**
 * Ends what a process has left that was ended while it wrote in parts: rows are committed if the revision of the project was raised, and else
 * rolled back. A transaction that is left would hold its keys for ever, and a write of the same ones would wait for it for ever.
 *
 * @param ofWrite the id of one write; default: all writes, when none is running
 */
export async function endParts(database: Database, ofWrite = '%'): Promise<void> {
  for (const { name } of await database.rows<{ name: string }>(LEFT, [`${PARTS} ${ofWrite} %`])) {
    const [, , id, revision] = name.split(' ');
    const [raised] = await database.rows(RAISED, [id, revision]);
    await database.rows(`${raised ? 'COMMIT' : 'ROLLBACK'} PREPARED '${name}'`, []);
  }
}

const LEFT = 'SELECT gid AS name FROM pg_prepared_xacts WHERE gid LIKE $1';
const RAISED = prepared('SELECT FROM projects WHERE id = $1 AND revision > $2');
