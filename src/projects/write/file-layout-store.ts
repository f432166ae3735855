import type { Transaction } from '../../database/transaction';
import type { FileLayoutState, ProjectChanges } from './project-changes';
import { retire } from './retired-rows';
import { type ReversalTarget, reversalStatements } from './reversal-target';

/** Writes the table `file_layouts`; nothing else does. */
export class FileLayoutStore {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
    /** The revision of the write. */
    private readonly revision: string,
    private readonly changes: ProjectChanges,
  ) {}

  async find<Layout>(format: string): Promise<Layout | undefined> {
    const [row] = await this.tx.rows<{ layout: Layout }>(FIND, [this.projectId, format]);
    return row?.layout;
  }

  /** Sets the layout of a format. @param layout JSON text */
  async set(format: string, layout: string): Promise<void> {
    const [row] = await this.tx.rows<FileLayoutState & { oldLayout: string | null }>(SET, [
      this.projectId,
      this.revision,
      format,
      layout,
    ]);
    if (!row) return;
    const before = row.oldLayout === null ? null : [{ format, layout: row.oldLayout }];
    this.changes.record({ fileLayouts: { before, after: [{ format, layout: row.layout }] } });
  }

  /** Puts back what held at the target; rows that were changed again stay. */
  async revert(target: ReversalTarget): Promise<void> {
    const { remove, insert } = reversalStatements('file_layouts', REVERSED, target);
    const removed = await this.tx.rows<FileLayoutState>(remove, [this.projectId, this.revision]);
    if (removed.length > 0) this.changes.record({ fileLayouts: { before: removed, after: null } });
    const restored = await this.tx.rows<FileLayoutState>(insert, [this.projectId, this.revision]);
    if (restored.length > 0) this.changes.record({ fileLayouts: { before: null, after: restored } });
  }
}

const REVERSED = { identity: 'format', content: 'layout', returned: 'format, layout::text AS layout' };

const FIND = 'SELECT layout FROM file_layouts WHERE project_id = $1 AND format = $2';

const SET = `
  WITH before AS (
    SELECT since, format, layout FROM file_layouts WHERE project_id = $1 AND format = $3 AND layout <> $4::jsonb),
  retired AS (${retire('file_layouts', 'before', '$2')})
  INSERT INTO file_layouts AS l (project_id, since, format, layout) VALUES ($1, $2, $3, $4)
  ON CONFLICT (project_id, format) DO UPDATE SET since = excluded.since, layout = excluded.layout
  WHERE l.layout <> excluded.layout
  RETURNING format, layout::text AS layout, (SELECT layout::text FROM before) AS "oldLayout"`;
