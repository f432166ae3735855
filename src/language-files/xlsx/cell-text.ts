import { unescapeOoxml } from './ooxml-text';
import type { Workbook } from './workbook';

/** What is to be said of cells, each kind one constant. */
export interface CellNote {
  readonly code: string;
  readonly detail: string;
}

/** A cell as its element has it (ECMA-376 part 1, §18.3.1.4). */
export interface RawCell {
  /** `t`: s, str, inlineStr, b, e, d, or n where it is absent. */
  readonly type: string;
  /** `s`, an index of cell formats. */
  readonly style: number;
  formula: boolean;
  /** The content of `<v>`. */
  value: string;
  /** The text of `<is>`. */
  readonly inline: string;
}

const FORMULA: CellNote = { code: 'formula_result', detail: 'formulas, their last results are imported' };
const FORMAT: CellNote = { code: 'number_unformatted', detail: 'numbers, dates or times that show in another way' };
const ERROR: CellNote = { code: 'cell_error', detail: 'cells with an error, not imported' };

/**
 * The text that a cell holds; null for an empty one. Numbers have at most 15 digits, as Excel shows them, and booleans are
 * TRUE and FALSE. Dates and percentages are the numbers that the file has, formulas their stored results: both are noted.
 *
 * @returns undefined where the cell names a shared text that is not there
 */
export function cellText(
  cell: RawCell,
  workbook: Pick<Workbook, 'sharedStrings' | 'plainNumbers'>,
  note: (note: CellNote) => void,
): string | null | undefined {
  if (cell.formula) note(FORMULA);
  switch (cell.type) {
    case 's':
      return cell.value === '' ? null : workbook.sharedStrings[Number(cell.value)];
    case 'inlineStr':
      return cell.inline;
    case 'str':
      return unescapeOoxml(cell.value);
    case 'b':
      return cell.value === '' ? null : /^(1|true)$/.test(cell.value.trim()) ? 'TRUE' : 'FALSE';
    case 'e':
      note(ERROR);
      return null;
    case 'd':
      return cell.value;
    default:
      return numberText(cell, workbook.plainNumbers, note);
  }
}

function numberText(cell: RawCell, plain: readonly boolean[], note: (note: CellNote) => void): string | null {
  const written = cell.value.trim();
  if (written === '') return null;
  if (plain[cell.style] === false) note(FORMAT);
  const number = Number(written);
  // What Excel keeps as 1.1000000000000001 it shows as 1.1.
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : written;
}
