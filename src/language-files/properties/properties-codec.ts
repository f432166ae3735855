import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { CommentBlocks } from '../text/comment-blocks';
import { MalformedFileError, UnknownEncodingError } from '../model/format-errors';
import { plainText } from '../text/plain-text';
import { metaTexts } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { escapeComment, escapeKey, escapeValue, unescapeComment, unescapeProperties } from './properties-escapes';
import { propertiesLines, splitEntry } from './properties-lines';

/** Java's .properties files, read as `java.util.Properties.load` does and written in ASCII, for readers of any encoding. */
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
  losses: ['Comments that do not stand directly above a key are not imported, but for those at the head of the file.'],
  keepsMeta: true,
  streams: true,
  /** `ResourceBundle.Control.toBundleName`; the source language is the root bundle, to which all others fall back. */
  pathOf: (language, namespace = 'messages', isSource = false) =>
    `${namespace}${isSource ? '' : `_${underscoredTag(language)}`}.properties`,
  canParse: true,
  parse,
  serialize,
};

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const comments = new CommentBlocks((warning) => context.warn(warning));
  const entries: ParsedEntry[] = [];
  for (const { kind, text, line } of propertiesLines(decode(bytes, context))) {
    if (kind === 'comment') comments.add(unescapeComment(text.replace(/^ /, '')), line);
    else entries.push({ ...readEntry(text, line), description: comments.takeFor(line), line });
  }
  comments.end();
  return { entries, meta: comments.header.length > 0 ? { header: comments.header } : undefined };
}

function readEntry(text: string, line: number): { key: string; value: string } {
  const [key, value] = splitEntry(text).map(unescapeProperties);
  if (key === undefined || value === undefined) {
    throw new MalformedFileError('\\u must be followed by four hexadecimal digits', { line });
  }
  return { key, value };
}

/** UTF-8, else ISO 8859-1: the rule of `java.util.PropertyResourceBundle` since JDK 9 (JEP 226). */
function decode(bytes: Uint8Array, context: ParseContext): string {
  let isUtf8 = true;
  try {
    return decodeText(bytes, () => {
      isUtf8 = false;
      return undefined;
    });
  } catch (error) {
    if (isUtf8 || !(error instanceof UnknownEncodingError)) throw error;
  }
  context.warn({ code: 'latin1_assumed', detail: 'the file is not valid UTF-8 and was read as ISO 8859-1' });
  return Buffer.from(bytes).toString('latin1');
}

function* serialize(file: FileToWrite): Generator<string> {
  for (const block of metaTexts(file.meta, 'header')) yield `${commentLines(block)}\n`;
  for (const entry of file.entries) yield writeEntry(entry);
}

function writeEntry(entry: EntryToWrite): string {
  const comment = entry.description ? commentLines(entry.description) : '';
  return `${comment}${escapeKey(entry.key)}=${escapeValue(plainText(entry))}\n`;
}

const commentLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '#\n' : `# ${escapeComment(line)}\n`))
    .join('');
