import type { ParseContext } from '../model/codec';
import { readLayout, type TableLayout } from './table-layout';

const DELIMITERS = [',', ';', '\t', '|'];

/** Code units of the first line that are looked at; a quote that is never closed makes a line of the whole file. */
const MAX_HEADER = 65_536;

/**
 * Which delimiter a file uses, told from its first line outside quotes. The one that makes a header of the line wins, by
 * the most languages; else the first that stands in the line: keys hold delimiters less often than texts.
 */
export function sniffDelimiter(text: string, context: ParseContext): string {
  const line = firstRecord(text);
  let best: { delimiter: string; languages: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const languages = headerLanguages(splitOutsideQuotes(line, delimiter), context);
    if (languages > (best?.languages ?? 0)) best = { delimiter, languages };
  }
  return best?.delimiter ?? firstDelimiter(line) ?? ',';
}

/**
 * The languages of a header that needs more than one column; 0 where the cells are none. Without a column `key` all must
 * be understood: any text cut at its commas may have a word that is also a language.
 */
function headerLanguages(cells: readonly string[], context: ParseContext): number {
  if (cells.length < 2) return 0;
  const layout = tryLayout(cells, context);
  if (layout?.header !== true) return 0;
  const named = cells[layout.key]?.trim().toLowerCase() === 'key';
  return named || layout.unknown.length === 0 ? layout.languages.length : 0;
}

function tryLayout(cells: readonly string[], context: ParseContext): TableLayout | undefined {
  try {
    return readLayout(cells, context);
  } catch {
    return undefined; // Languages without a key: said with its place once the delimiter is known.
  }
}

/** Up to the first line end outside quotes, empty lines passed over. */
function firstRecord(text: string): string {
  const start = text.search(/[^\r\n]/);
  if (start < 0) return '';
  const head = text.slice(start, start + MAX_HEADER);
  let quoted = false;
  for (let i = 0; i < head.length; i++) {
    const character = head[i];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) return head.slice(0, i);
  }
  return head;
}

function splitOutsideQuotes(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let quoted = false;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    if (quoted || line[i] !== delimiter) continue;
    cells.push(unquote(line.slice(start, i)));
    start = i + 1;
  }
  cells.push(unquote(line.slice(start)));
  return cells;
}

const unquote = (cell: string): string => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

function firstDelimiter(line: string): string | undefined {
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && DELIMITERS.includes(character)) return character;
  }
  return undefined;
}
