import type { FileToWrite, FormatCodec, ParseContext, ParsedFile, TemplateSupport } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import { refuseBinaryPlist } from '../plist/binary-plist';
import { readPlist } from '../plist/plist-reader';
import { MalformedFileError } from '../../model/format-errors';
import { writeEach } from '../../model/left-out';
import { TemplateMisfitError } from '../../template/file-template';
import { plainText } from '../../text/plain-text';
import { metaTexts } from '../../model/meta';
import { decodeText } from '../../text/text-encoding';
import { escapeStrings } from './strings-escapes';
import { readStrings } from './strings-reader';
import { StringsTemplate } from './strings-template';
import { printComment } from './strings-comment';

const stringsTemplate: TemplateSupport<StringsTemplate, StringsTemplate> = {
  read: (source, context) => {
    if (isXml(source)) throw new TemplateMisfitError('the file is an XML property list');
    return new StringsTemplate(source, context);
  },
  texts: (file, template) => template.texts(file),
};

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
  hasVariables: true,
  comments: true,
  losses: ['Comments that belong to no key are not imported, except those at the start of the file.'],
  keepsMeta: true,
  streams: true,
  canParse: true,
  duplicates: 'last',
  pathOf: (language, namespace) => `${language}.lproj/${namespace ?? 'Localizable'}.strings`,
  parse,
  template: stringsTemplate,
  serialize,
};

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  refuseBinaryPlist(bytes);
  const text = decodeText(bytes);
  if (isXml(text)) return parseXml(bytes);
  const { entries, header } = readStrings(text, (warning) => context.warn(warning));
  return {
    entries: entries.map(({ key, value, description, line }) => ({ key, value, description, line })),
    meta: header.length > 0 ? { header } : undefined,
  };
}

const isXml = (text: string): boolean => /^\s*<(?:\?xml|!DOCTYPE|plist)[\s>]/.test(text);

/** Reads the same dictionary as an XML property list, which some tools write into .strings files. */
function parseXml(bytes: Uint8Array): ParsedFile {
  const entries = readPlist(bytes).entries.map(({ key, value, comment, line }) => {
    if (typeof value === 'string') return { key, value, description: comment, line };
    throw new MalformedFileError('the value must be a text', { line, key });
  });
  return { entries };
}

function* serialize(file: FileToWrite): Generator<string> {
  for (const block of metaTexts(file.meta, 'header')) yield `${printComment(block)}\n\n`;
  yield* writeEach(file, (entry) => printEntry(entry, file));
}

function printEntry(entry: EntryToWrite, file: FileToWrite): string {
  const { key, description } = entry;
  if (description?.includes('*/') && /[\r\u2028\u2029]/.test(description)) {
    const detail = 'line ends became line feeds because the description contains "*/"';
    file.warn({ code: 'description_changed', detail, key });
  }
  const comment = description ? `${printComment(description)}\n` : '';
  return `${comment}"${escapeStrings(key)}" = "${escapeStrings(plainText(entry))}";\n`;
}
