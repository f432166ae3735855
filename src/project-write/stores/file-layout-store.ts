import { FileStateStore } from './file-state-store';
import { countFiles } from './counted-rows';
import { retire } from './retired-rows';

/** Writes the table `file_layouts`; nothing else does. */
export class FileLayoutStore extends FileStateStore {
  protected readonly table = 'file_layouts';
  protected readonly reversed = REVERSED;

  async find<Layout>(format: string): Promise<Layout | undefined> {
    const [row] = await this.tx.rows<{ layout: Layout }>(FIND, [this.projectId, format]);
    return row?.layout;
  }

  /** Sets the layout of a format. @param layout JSON text */
  async set(format: string, layout: string): Promise<void> {
    await this.write(SET, [format, layout]);
  }
}

const REVERSED = { identity: 'format', content: 'layout', language: `''` };

const FIND = 'SELECT layout FROM file_layouts WHERE project_id = $1 AND format = $2';

const SET = `
  WITH before AS (
    SELECT since, format, layout FROM file_layouts WHERE project_id = $1 AND format = $3 AND layout <> $4::jsonb),
  retired AS (${retire('file_layouts', 'before', '$2')}),
  written AS (
    INSERT INTO file_layouts AS l (project_id, since, format, layout) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project_id, format) DO UPDATE SET since = excluded.since, layout = excluded.layout
    WHERE l.layout <> excluded.layout
    RETURNING 1)
  ${countFiles(`
    SELECT '' AS language, CASE WHEN EXISTS (SELECT FROM before) THEN 'changed' ELSE 'inserted' END AS effect FROM written`)}`;
