import { unescapeOoxml } from './ooxml-text';
import type { Workbook } from './workbook';

/** A reason to warn about cells. There is one constant for each reason. */
export interface CellWarning {
  readonly code: string;
  readonly detail: string;
}

/** A cell as its XML element contains it (ECMA-376 part 1, §18.3.1.4). */
export interface RawCell {
  /** The attribute `t`: s, str, inlineStr, b, e, d or n. Default: n. */
  readonly type: string;
  /** The attribute `s`, an index of cell formats. */
  readonly style: number;
  hasFormula: boolean;
  /** The content of `<v>`. */
  value: string;
  /** The text of `<is>`. */
  readonly inlineText: string;
}

const FORMULA: CellWarning = {
  code: 'formula_result',
  detail: 'the last results of formulas are imported',
};
const NUMBER_FORMAT: CellWarning = {
  code: 'number_unformatted',
  detail: 'numbers, dates or times are imported without the format in which they are displayed',
};
const CELL_ERROR: CellWarning = {
  code: 'cell_error',
  detail: 'cells with an error are not imported',
};
/** An error in a cell that has neither a key nor a text. */
const OTHER_CELL_ERROR: CellWarning = {
  code: 'other_cell_error',
  detail: 'columns without keys and texts have cells with an error',
};

/**
 * Returns the text of a cell, or null for an empty one. Numbers have at most 15 digits, as in Excel's display; booleans
 * are TRUE and FALSE. Dates and percentages are the numbers in the file and formulas their stored results, with a
 * warning.
 *
 * @param hasText whether the cell is in the column of the keys or of a language
 * @returns undefined if the cell refers to a shared string that does not exist
 */
export function getCellText(
  cell: RawCell,
  workbook: Pick<Workbook, 'sharedStrings' | 'isPlainNumberStyle'>,
  hasText: boolean,
  warn: (warning: CellWarning) => void,
): string | null | undefined {
  if (cell.hasFormula) warn(FORMULA);
  switch (cell.type) {
    case 's':
      return cell.value === '' ? null : workbook.sharedStrings[Number(cell.value)];
    case 'inlineStr':
      return cell.inlineText;
    case 'str':
      return unescapeOoxml(cell.value);
    case 'b':
      return cell.value === '' ? null : /^(1|true)$/.test(cell.value.trim()) ? 'TRUE' : 'FALSE';
    case 'e':
      warn(hasText ? CELL_ERROR : OTHER_CELL_ERROR);
      return null;
    case 'd':
      return cell.value;
    default:
      if (cell.value.trim() !== '' && workbook.isPlainNumberStyle[cell.style] === false) warn(NUMBER_FORMAT);
      return formatNumber(cell.value.trim());
  }
}

/** Rounds a number to 15 digits: Excel stores 1.1 as 1.1000000000000001 and displays 1.1. */
function formatNumber(stored: string): string | null {
  if (stored === '') return null;
  const number = Number(stored);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : stored;
}
