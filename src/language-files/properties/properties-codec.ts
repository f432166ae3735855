import type { FileToWrite, FormatCodec, ParseContext, ParsedFile, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { writeEach } from '../model/left-out';
import { plainText } from '../text/plain-text';
import { metaTexts } from '../model/meta';
import { decodeText, LATIN1 } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { escapeComment, escapeKey, escapeNonLatin1, escapeValue } from './properties-escapes';
import { readProperties } from './properties-reader';
import { PropertiesTemplate } from './properties-template';

const propertiesTemplate: TemplateSupport<PropertiesTemplate, PropertiesTemplate> = {
  declaredEncoding: () => LATIN1,
  escapeOthers: escapeNonLatin1,
  read: (source, context) => new PropertiesTemplate(source, context),
  texts: (file, template) => template.texts(file),
};

/**
 * Java's .properties files, read as by `java.util.Properties.load`, and written in ASCII for readers of any encoding.
 */
export const propertiesCodec: FormatCodec = {
  id: 'properties',
  name: 'Java properties',
  extensions: ['properties'],
  naming: { defaultName: 'messages', languageIn: 'baseName', hasNeutralFile: true },
  mediaType: 'text/x-java-properties; charset=utf-8',
  bilingual: false,
  multilingual: false,
  plurals: 'none',
  comments: true,
  losses: ['Only comments directly above a key and at the start of the file are imported.'],
  keepsMeta: true,
  streams: true,
  /** As `ResourceBundle.Control.toBundleName`. The source language is the root bundle, the fallback of all others. */
  pathOf: (language, namespace = 'messages', isSource = false) =>
    `${namespace}${isSource ? '' : `_${underscoredTag(language)}`}.properties`,
  canParse: true,
  duplicates: 'last',
  parse,
  template: propertiesTemplate,
  serialize,
};

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const { entries, header } = readProperties(decode(bytes, context), (warning) => context.warn(warning));
  return {
    entries: entries.map(({ key, value, description, line }) => ({ key, value, description, line })),
    meta: header.length > 0 ? { header } : undefined,
  };
}

/** Decodes UTF-8, or else ISO 8859-1, as `java.util.PropertyResourceBundle` does since JDK 9 (JEP 226). */
const decode = (bytes: Uint8Array, context: ParseContext): string =>
  decodeText(bytes, () => {
    context.warn({ code: 'latin1_assumed', detail: 'the file is not valid UTF-8 and was read as ISO 8859-1' });
    return LATIN1;
  });

function* serialize(file: FileToWrite): Generator<string> {
  for (const block of metaTexts(file.meta, 'header')) yield `${printComment(block)}\n`;
  yield* writeEach(file, printEntry);
}

function printEntry(entry: EntryToWrite): string {
  const comment = entry.description ? printComment(entry.description) : '';
  return `${comment}${escapeKey(entry.key)}=${escapeValue(plainText(entry))}\n`;
}

const printComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '#\n' : `# ${escapeComment(line)}\n`))
    .join('');
