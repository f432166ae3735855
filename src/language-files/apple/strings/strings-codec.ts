import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import { refuseBinaryPlist } from '../plist/binary-plist';
import { readPlist } from '../plist/plist-reader';
import { MalformedFileError } from '../../model/format-errors';
import { writeEach } from '../../model/left-out';
import { plainText } from '../../text/plain-text';
import { metaTexts } from '../../model/meta';
import { decodeText } from '../../text/text-encoding';
import { escapeStrings } from './strings-escapes';
import { readStrings } from './strings-reader';

/** Apple's .strings files: old-style property lists of texts. UTF-16 and UTF-8 are read; UTF-8 is written. */
export const stringsCodec: FormatCodec = {
  id: 'strings',
  name: 'Apple strings',
  extensions: ['strings'],
  naming: { defaultName: 'Localizable' },
  mediaType: 'text/plain; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'none',
  comments: true,
  losses: ['Comments that belong to no key are not imported, except those at the start of the file.'],
  keepsMeta: true,
  streams: true,
  canParse: true,
  duplicates: 'last',
  pathOf: (language, namespace) => `${language}.lproj/${namespace ?? 'Localizable'}.strings`,
  parse,
  serialize,
};

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  refuseBinaryPlist(bytes);
  const text = decodeText(bytes);
  if (/^\s*<(?:\?xml|!DOCTYPE|plist)[\s>]/.test(text)) return parseXml(bytes);
  return readStrings(text, (warning) => context.warn(warning));
}

/** Reads the same dictionary as an XML property list, which some tools write into .strings files. */
function parseXml(bytes: Uint8Array): ParsedFile {
  const entries = readPlist(bytes).entries.map(({ key, value, comment, line }) => {
    if (typeof value === 'string') return { key, value, description: comment, line };
    throw new MalformedFileError('the value must be a text', { line, key });
  });
  return { entries };
}

function* serialize(file: FileToWrite): Generator<string> {
  for (const block of metaTexts(file.meta, 'header')) yield `${printComment(block)}\n`;
  yield* writeEach(file, (entry) => printEntry(entry, file));
}

function printEntry(entry: EntryToWrite, file: FileToWrite): string {
  const { key, description } = entry;
  if (description?.includes('*/') && /[\r\u2028\u2029]/.test(description)) {
    const detail = 'line ends became line feeds because the description contains "*/"';
    file.warn({ code: 'description_changed', detail, key });
  }
  const comment = description ? printComment(description) : '';
  return `${comment}"${escapeStrings(key)}" = "${escapeStrings(plainText(entry))}";\n`;
}

/** Prints a block comment, or line comments if the text would close a block comment. */
function printComment(text: string): string {
  if (!text.includes('*/')) return `/* ${text} */\n`;
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => (line === '' ? '//\n' : `// ${line}\n`))
    .join('');
}
