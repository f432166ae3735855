import type { Span, TemplateElement } from '../template/file-template';
import type { TablePlaces } from './csv-template';
import { TableHeader } from './table-header';

type Versions<T> = Record<'base' | 'now' | 'file', T>;

interface Edit extends Span {
  token: string;
}

/**
 * Merges the cells of each row, and gives them to all versions that have the row. Cells that both sides have changed
 * to different ones stay, as do rows of which a version has several. Rows are found by their keys.
 */
export function mergeCells({ base, now, file }: Versions<TablePlaces>): Versions<string> {
  const tables = [base, now, file].map((places) => new Table(places));
  const [ofBase, ofNow, ofFile] = tables;
  const isOneKind = [base, file].every(({ delimiter }) => delimiter === now.delimiter);
  if (ofBase && ofNow && ofFile && isOneKind) {
    const columns = ofNow.header.columns.filter(({ name }) => tables.every((table) => table.header.has({ name })));
    for (const key of ofNow.keys()) {
      if (!ofFile.hasRow(key) || tables.some((table) => table.isRepeated(key))) continue;
      for (const { name } of columns) {
        const [before = '', first, second] = tables.map((table) => table.cell(key, name));
        if (first === undefined || second === undefined) continue;
        const merged = first === before ? second : first;
        if (second === before || second === first || first === before)
          for (const table of tables) table.replace(key, name, merged);
      }
    }
  }
  const [sourceOfBase = '', sourceOfNow = '', sourceOfFile = ''] = tables.map((table) => table.source);
  return { base: sourceOfBase, now: sourceOfNow, file: sourceOfFile };
}

/** The rows of a table by their keys. */
class Table {
  readonly header: TableHeader;
  private readonly rows = new Map<string, readonly TemplateElement[]>();
  private readonly repeated = new Set<string>();
  private readonly edits: Edit[] = [];

  constructor(private readonly places: TablePlaces) {
    this.header = new TableHeader(places);
    for (const { key, list } of places.root.elements) {
      if (key === undefined || !list) continue;
      if (this.rows.has(key)) this.repeated.add(key);
      this.rows.set(key, list.elements);
    }
  }

  keys(): Iterable<string> {
    return this.rows.keys();
  }

  hasRow(key: string): boolean {
    return this.rows.has(key);
  }

  isRepeated(key: string): boolean {
    return this.repeated.has(key);
  }

  /** Returns a cell as it is written; undefined if the row lacks it. */
  cell(key: string, column: string): string | undefined {
    const cell = this.find(key, column);
    return cell && this.places.source.slice(cell.start, cell.end);
  }

  replace(key: string, column: string, token: string): void {
    const cell = this.find(key, column);
    if (!cell || this.places.source.slice(cell.start, cell.end) === token) return;
    this.edits.push({ start: cell.start, end: cell.end, token });
  }

  get source(): string {
    const { source } = this.places;
    const parts: string[] = [];
    let end = 0;
    for (const edit of this.edits.sort((one, other) => one.start - other.start)) {
      parts.push(source.slice(end, edit.start), edit.token);
      end = edit.end;
    }
    return parts.join('') + source.slice(end);
  }

  private find(key: string, name: string): TemplateElement | undefined {
    return this.rows.get(key)?.[this.header.placeOf({ name }) ?? -1];
  }
}
