import { type GridRow, type TableGrid, valueOf, type Versions } from './table-grid';

/**
 * Merges the cells of the header and of each row, and gives them to all versions that have the row. The versions have the same
 * columns. Cells that both sides have changed to different ones stay, as do rows of which a version has several. Rows are found by
 * their keys.
 */
export function mergeCells({ base, now, file }: Versions<TableGrid>): void {
  const width = now.columns.length;
  const [ofBase, ofNow, ofFile] = [base.header, now.header, file.header];
  if (ofBase && ofNow && ofFile) mergeRow({ base: ofBase, now: ofNow, file: ofFile }, width);
  for (const { key } of now.rows) {
    if (key === undefined || base.isRepeated(key)) continue;
    const rows = { base: base.rowOf(key), now: now.rowOf(key), file: file.rowOf(key) };
    if (rows.now && rows.file) mergeRow({ ...rows, now: rows.now, file: rows.file }, width);
  }
}

interface RowVersions {
  base?: GridRow;
  now: GridRow;
  file: GridRow;
}

function mergeRow({ base, now, file }: RowVersions, width: number): void {
  for (let at = 0; at < width; at++) {
    const [before, first, second] = [base?.cells[at], now.cells[at], file.cells[at]];
    if (before === first && first === second) continue;
    const merged = mergeCell(before, first, second);
    if (merged === undefined) continue;
    for (const row of [base, now, file]) if (row && (row.cells[at] ?? '') !== merged) row.cells[at] = merged;
  }
}

/** Returns the cell as it is written in the version that has changed it; undefined if both have. */
function mergeCell(
  before: string | undefined,
  first: string | undefined,
  second: string | undefined,
): string | undefined {
  const [ofBase, ofNow, ofFile] = [valueOf(before), valueOf(first), valueOf(second)];
  if (ofNow === ofFile) return (first === before ? second : first) ?? '';
  if (ofFile === ofBase) return first ?? '';
  return ofNow === ofBase ? (second ?? '') : undefined;
}
