import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';

/**
 * Matches the places before the characters by which spreadsheets take a cell for a formula (OWASP, CSV Injection), also
 * the full-width characters: at the begin of a cell, and behind each delimiter of CSV files, because Excel expects the
 * delimiter of the user's region. The items of a list (`- one`) are no formulas.
 */
const FORMULAS = /^(?=[=+\-@\t\r\n＝＋－＠])|(?=[=@＝＠]|[+\-＋－](?!\s))(?<=[,;|\t\r\n]"*)/g;

/** Adds a warning for each cell of a row that a spreadsheet may run as a formula. */
export function warnOfFormulas({ key, values, description }: EntryToWrite, warn: (warning: Warning) => void): void {
  const check = (cell: unknown, what: string, language?: string): void => {
    if (typeof cell !== 'string' || cell.search(FORMULAS) === -1) return;
    const detail = `a spreadsheet may run ${what} as a formula; escapeFormulas=true puts an apostrophe before it`;
    warn({ code: 'formula_cell', detail, key, ...(language !== undefined && { language }) });
  };
  check(key, 'the name of the key');
  for (const [language, text] of values ?? []) check(text, 'the text', language);
  check(description, 'the description');
}

/** Puts an apostrophe before all that a spreadsheet may run as a formula in a row. */
export function escapeFormulas({ key, values, description, ...entry }: EntryToWrite): EntryToWrite {
  return {
    ...entry,
    key: escape(key),
    ...(values && { values: new Map(Array.from(values, ([language, text]) => [language, escape(text)])) }),
    ...(description !== undefined && { description: escape(description) }),
  };
}

const escape = <Cell>(cell: Cell): Cell | string => (typeof cell === 'string' ? cell.replace(FORMULAS, "'") : cell);
