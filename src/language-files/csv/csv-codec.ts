import { stringify, type Options } from 'csv-stringify/sync';
import { collectEntries } from '../model/collect-entries';
import type { EntrySink, FileToWrite, FormatCodec, ParseContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { MalformedFileError, UnwritableTextError } from '../model/format-errors';
import { writeEach } from '../model/left-out';
import { decodeFile } from '../text/text-encoding';
import { alignTables } from './align-columns';
import { readCsv } from './csv-reader';
import { readTablePlaces, type TablePlaces, TableTemplate, tableTexts, templateContext } from './csv-template';
import { detectDelimiter } from './delimiter';
import { readTableLayout } from './named-columns';
import { TableEntryReader } from './table-entry-reader';
import { NO_HEADER, type Cell } from './table-layout';

const common = {
  bilingual: false,
  multilingual: true,
  plurals: 'none',
  comments: true,
  losses: ['Columns other than the key, the languages and the description are not imported; a warning names them.'],
  keepsMeta: false,
  streams: true,
  hasColumns: true,
  hasFormulaCells: true,
  canParse: true,
} as const;

/**
 * Comma-separated values with one column per language. Semicolons, tabs and vertical bars are read as delimiters too.
 */
export const csvCodec: FormatCodec = {
  ...common,
  id: 'csv',
  name: 'CSV',
  extensions: ['csv'],
  mediaType: 'text/csv; charset=utf-8',
  sniff: (head) => sniffTable(splitSepLine(head).text, [',', ';', '\t', '|']),
  parse: collectEntries(streamCsv),
  stream: streamCsv,
  template: tableTemplate(splitDelimiter),
  serialize: (file) => writeTable(file, ','),
};

/** Tab-separated values, with quotes where a text needs them, as spreadsheets write them. */
export const tsvCodec: FormatCodec = {
  ...common,
  id: 'tsv',
  name: 'TSV',
  extensions: ['tsv', 'tab'],
  mediaType: 'text/tab-separated-values; charset=utf-8',
  sniff: (head) => sniffTable(head, ['\t']),
  parse: collectEntries(streamTsv),
  stream: streamTsv,
  template: tableTemplate((text) => ({ text, delimiter: '\t' })),
  serialize: (file) => writeTable(file, '\t'),
};

function streamCsv(bytes: Uint8Array, context: ParseContext, sink: EntrySink): void {
  const { text, delimiter } = splitDelimiter(decodeFile(bytes, context), context);
  streamTable(text, delimiter, context, sink);
}

function splitDelimiter(source: string, context: ParseContext): { text: string; delimiter: string } {
  const { text, delimiter } = splitSepLine(source);
  return { text, delimiter: delimiter ?? detectDelimiter(text, context) };
}

/** A template takes the texts of the columns that the file has. */
function tableTemplate(split: typeof splitDelimiter): TemplateSupport<TablePlaces, TableTemplate> {
  return {
    read: (source, context) => {
      const { text, delimiter } = split(source, templateContext(context));
      return readTablePlaces(source, { offset: source.length - text.length, delimiter }, context);
    },
    align: alignTables,
    open: (places, { languages }) => new TableTemplate(places, languages, (entry) => toRow(entry, languages)),
    texts: tableTexts,
  };
}

function streamTsv(bytes: Uint8Array, context: ParseContext, sink: EntrySink): void {
  streamTable(decodeFile(bytes, context), '\t', context, sink);
}

/**
 * Separates Excel's first line `sep=;`, which specifies the delimiter. Its line end stays, to keep line numbers right.
 */
function splitSepLine(text: string): { text: string; delimiter?: string } {
  const match = /^sep=([\t !#-~])(?=[\r\n])/i.exec(text);
  return match ? { text: text.slice(match[0].length), delimiter: match[1] } : { text };
}

function sniffTable(head: string, delimiters: readonly string[]): 0 | 1 | 2 {
  const line = /^[\r\n]*([^\r\n]*)/.exec(head)?.[1] ?? '';
  const delimiter = delimiters.find((candidate) => line.includes(candidate));
  if (delimiter === undefined) return 0;
  return /^"?key"?[,;\t|]/i.test(line) ? 2 : 1;
}

function streamTable(text: string, delimiter: string, context: ParseContext, sink: EntrySink): void {
  let reader: TableEntryReader | undefined;
  readCsv(text, delimiter, (line, cells) => {
    if (reader) return reader.addRow(line, cells.entries());
    const layout = readTableLayout(cells, context);
    if (!layout) throw new MalformedFileError(NO_HEADER, { line });
    sink.begin({});
    reader = new TableEntryReader(layout, context, (entry) => sink.add(entry));
    if (!layout.hasHeader) reader.addRow(line, cells.entries());
  });
  if (!reader) throw new MalformedFileError('the file has no rows', { line: 1 });
}

/** Always writes a description column, because only the end of the stream shows whether any key has a description. */
function* writeTable(file: FileToWrite, delimiter: string): Generator<string> {
  const options: Options = {
    delimiter,
    // An empty text is "" and a missing one is an empty cell. Some readers strip leading and trailing spaces without
    // quotes.
    quoted_match: [/^$/, /^\s|\s$/],
  };
  yield stringify([['key', ...file.languages, 'description']], options);
  yield* writeEach(file, (entry) => stringify([toRow(entry, file.languages)], options));
}

function toRow(entry: EntryToWrite, languages: readonly string[]): Cell[] {
  const texts = languages.map((language) => {
    const text = entry.values?.get(language);
    if (text !== undefined && typeof text !== 'string') {
      throw new UnwritableTextError(entry.key, 'a table can hold a plural only as its ICU message');
    }
    return text ?? null;
  });
  const row = [entry.key, ...texts, entry.description ?? null];
  for (const cell of row) if (cell !== null) refuseUnwritable(cell, entry.key);
  return row;
}

/** UTF-8 cannot encode lone surrogates, and CSV readers cut off or refuse a text at U+0000. */
function refuseUnwritable(text: string, key: string): void {
  const character = /\0|\p{Surrogate}/u.exec(text)?.[0];
  if (character === undefined) return;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new UnwritableTextError(key, `CSV cannot represent the character U+${code}`);
}
