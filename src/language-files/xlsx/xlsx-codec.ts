import { writeArchive } from '../archive/write-archive';
import type { FormatCodec } from '../model/codec';
import { openWorkbook } from './workbook';
import { readWorkbookEntries } from './workbook-table';
import { xlsxTemplate } from './xlsx-template';
import { createWorkbookParts } from './xlsx-writer';

/** An Excel workbook with one column per language. */
export const xlsxCodec: FormatCodec = {
  id: 'xlsx',
  name: 'Excel workbook',
  extensions: ['xlsx'],
  isZip: true,
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bilingual: false,
  multilingual: true,
  plurals: 'none',
  comments: true,
  losses: [
    'Columns other than the key, the languages and the description are not imported; a warning names them.',
    'Only sheets with the same header as the first sheet with languages are imported; a warning names the others.',
    'Formatting and rich text are not kept. Formulas, dates and percentages become the stored values, with a warning.',
  ],
  keepsMeta: false,
  streams: false,
  hasColumns: true,
  canParse: true,
  sniff: (head) => (head.startsWith('PK\u0003\u0004') ? 1 : 0),
  parse: (bytes, context) => readWorkbookEntries(openWorkbook(bytes), context),
  template: xlsxTemplate,
  serialize: (file) => writeArchive(createWorkbookParts(file)),
};
