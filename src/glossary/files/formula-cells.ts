/**
 * Matches the apostrophes, or none, before the characters by which spreadsheets take a cell for a formula: at the begin of a cell, and
 * behind each delimiter of CSV files and translations, because Excel expects the delimiter of the user's region.
 */
const BEFORE_FORMULAS = /^'*(?=[=+\-@＝＋－＠])|(?<=[,;|\t\r\n]"*)'*(?=[=@＝＠]|[+\-＋－](?!\s))/g;

/**
 * Puts an apostrophe before what a spreadsheet may run as a formula, if that is asked for; and always before apostrophes that are there,
 * so that `withoutApostrophes` finds the cell as it was.
 */
export const withApostrophes = (cell: string, escapesFormulas: boolean): string =>
  cell.replace(BEFORE_FORMULAS, (apostrophes) => (escapesFormulas || apostrophes !== '' ? `'${apostrophes}` : ''));

/** Takes back what `withApostrophes` has put into a cell. */
export const withoutApostrophes = (cell: string): string =>
  cell.replace(BEFORE_FORMULAS, (apostrophes) => apostrophes.slice(1));
