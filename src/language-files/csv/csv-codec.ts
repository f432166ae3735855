import { stringify, type Options } from 'csv-stringify/sync';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { MalformedFileError, UnwritableTextError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { readCsv } from './csv-reader';
import { sniffDelimiter } from './delimiter';
import { TableEntries } from './table-entries';
import { NO_HEADER, readLayout, type Cell } from './table-layout';

const LOSSES = [
  'Columns that are neither the key, a language nor a description are not imported; a warning names them.',
];

/** Comma-separated values, one column a language. Semicolons, tabs and bars are read as well; `sep=;` is understood. */
export const csvCodec: FormatCodec = {
  id: 'csv',
  name: 'CSV',
  extensions: ['csv'],
  mediaType: 'text/csv; charset=utf-8',
  bilingual: false,
  multilingual: true,
  plurals: 'none',
  comments: true,
  losses: LOSSES,
  keepsMeta: false,
  streams: true,
  canParse: true,
  sniff: (head) => sniffTable(withoutSep(head).text, [',', ';', '\t', '|']),
  parse: (bytes, context) => {
    const { text, delimiter } = withoutSep(decodeText(bytes));
    return parseTable(text, delimiter ?? sniffDelimiter(text, context), context);
  },
  serialize: (file) => writeTable(file, ','),
};

/** The same with tabs, quoted where a text needs it, as spreadsheets do. */
export const tsvCodec: FormatCodec = {
  id: 'tsv',
  name: 'TSV',
  extensions: ['tsv', 'tab'],
  mediaType: 'text/tab-separated-values; charset=utf-8',
  bilingual: false,
  multilingual: true,
  plurals: 'none',
  comments: true,
  losses: LOSSES,
  keepsMeta: false,
  streams: true,
  canParse: true,
  sniff: (head) => sniffTable(head, ['\t']),
  parse: (bytes, context) => parseTable(decodeText(bytes), '\t', context),
  serialize: (file) => writeTable(file, '\t'),
};

/** Excel's own first line, which names the delimiter and is no row. Its line end stays, so that lines are counted right. */
function withoutSep(text: string): { text: string; delimiter?: string } {
  const sep = /^sep=([\t !#-~])(?=[\r\n])/i.exec(text);
  return sep ? { text: text.slice(sep[0].length), delimiter: sep[1] } : { text };
}

function sniffTable(head: string, delimiters: readonly string[]): 0 | 1 | 2 {
  const line = /^[\r\n]*([^\r\n]*)/.exec(head)?.[1] ?? '';
  const delimiter = delimiters.find((candidate) => line.includes(candidate));
  if (delimiter === undefined) return 0;
  return /^"?key"?[,;\t|]/i.test(line) ? 2 : 1;
}

function parseTable(text: string, delimiter: string, context: ParseContext): ParsedFile {
  let table: TableEntries | undefined;
  readCsv(text, delimiter, (line, cells) => {
    if (table) return table.add(line, cells.entries());
    const layout = readLayout(cells, context);
    if (!layout) throw new MalformedFileError(NO_HEADER, { line });
    table = new TableEntries(layout, context);
    if (!layout.header) table.add(line, cells.entries());
  });
  if (!table) throw new MalformedFileError('the file has no rows', { line: 1 });
  return { entries: table.entries };
}

/** The description column is always there: whether any key has one is known only at the end of the stream. */
function* writeTable(file: FileToWrite, delimiter: string): Generator<string> {
  const options: Options = {
    delimiter,
    // An empty text is "", a missing one nothing. Edge spaces are quoted, because some readers strip bare ones.
    quoted_match: [/^$/, /^\s|\s$/],
  };
  yield stringify([['key', ...file.languages, 'description']], options);
  for (const entry of file.entries) yield stringify([rowOf(entry, file.languages)], options);
}

function rowOf(entry: EntryToWrite, languages: readonly string[]): Cell[] {
  const texts = languages.map((language) => {
    const text = entry.values?.get(language);
    if (text !== undefined && typeof text !== 'string') {
      throw new UnwritableTextError(entry.key, 'a table holds a plural only as its ICU message');
    }
    return text ?? null;
  });
  const row = [entry.key, ...texts, entry.description ?? null];
  for (const cell of row) if (cell !== null) checkCell(cell, entry.key);
  return row;
}

/** UTF-8 has no lone surrogates, and readers of CSV end or refuse a text at U+0000. */
function checkCell(text: string, key: string): void {
  const found = /\0|\p{Surrogate}/u.exec(text)?.[0];
  if (found === undefined) return;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new UnwritableTextError(key, `CSV cannot carry the character U+${code}`);
}
