import type { ParseContext } from '../model/codec';
import { FormatError } from '../model/format-errors';
import { MAX_COLUMNS } from './csv-reader';
import { readLayout, type TableLayout } from './table-layout';

const DELIMITERS = [',', ';', '\t', '|'];

/** Maximum length of the first line, in UTF-16 code units; an unclosed quote would make the whole file one line. */
const MAX_HEADER_LENGTH = 65_536;

/**
 * Detects the delimiter of a file from its first line, ignoring quoted text. Chooses the delimiter that splits the line
 * into a header with the most languages; if none does, the first delimiter in the line, because keys contain delimiters
 * less often than texts; if there is none, a comma. Where the import names the columns, it is the delimiter that gives
 * as many cells.
 */
export function detectDelimiter(text: string, context: ParseContext): string {
  const line = extractFirstLine(text);
  const { columns } = context;
  if (columns) {
    const fitting = DELIMITERS.find((delimiter) => splitOutsideQuotes(line, delimiter).length === columns.length);
    return fitting ?? findFirstDelimiter(line) ?? ',';
  }
  let best: { delimiter: string; languageCount: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const languageCount = countHeaderLanguages(splitOutsideQuotes(line, delimiter), context);
    if (languageCount > (best?.languageCount ?? 0)) best = { delimiter, languageCount };
  }
  return best?.delimiter ?? findFirstDelimiter(line) ?? ',';
}

/**
 * Returns the number of language columns; 0 if the cells are not a header with at least two columns. Without a column
 * `key`, every column must be recognized: a text that is split at its commas may contain a word that is a language tag.
 */
function countHeaderLanguages(cells: readonly string[], context: ParseContext): number {
  if (cells.length < 2 || cells.length > MAX_COLUMNS) return 0;
  const layout = tryReadLayout(cells, context);
  if (layout?.hasHeader !== true) return 0;
  const hasKeyColumn = cells[layout.keyColumn]?.trim().toLowerCase() === 'key';
  return hasKeyColumn || layout.unknown.length === 0 ? layout.languages.length : 0;
}

/** Ignores a header without a key column: the reader refuses it, with its position, once the delimiter is chosen. */
function tryReadLayout(cells: readonly string[], context: ParseContext): TableLayout | undefined {
  try {
    return readLayout(cells, context);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Returns the text up to the first line end outside quotes, without empty lines before it. */
function extractFirstLine(text: string): string {
  const start = text.search(/[^\r\n]/);
  if (start < 0) return '';
  const head = text.slice(start, start + MAX_HEADER_LENGTH);
  let inQuotes = false;
  for (let i = 0; i < head.length; i++) {
    const character = head[i];
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (character === '\n' || character === '\r')) return head.slice(0, i);
  }
  return head;
}

function splitOutsideQuotes(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let inQuotes = false;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') inQuotes = !inQuotes;
    if (inQuotes || line[i] !== delimiter) continue;
    cells.push(unquote(line.slice(start, i)));
    start = i + 1;
  }
  cells.push(unquote(line.slice(start)));
  return cells;
}

const unquote = (cell: string): string => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

function findFirstDelimiter(line: string): string | undefined {
  let inQuotes = false;
  for (const character of line) {
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes && DELIMITERS.includes(character)) return character;
  }
  return undefined;
}
