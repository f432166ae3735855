import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { CommentBlocks } from '../text/comment-blocks';
import { MalformedFileError, UnknownEncodingError } from '../model/format-errors';
import { writeEach } from '../model/left-out';
import { plainText } from '../text/plain-text';
import { metaTexts } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { underscoredTag } from '../text/locale-names';
import { escapeComment, escapeKey, escapeValue, unescapeComment, unescapeProperties } from './properties-escapes';
import { splitLines, splitEntry } from './properties-lines';

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
  serialize,
};

function parse(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const commentBlocks = new CommentBlocks((warning) => context.warn(warning));
  const entries: ParsedEntry[] = [];
  for (const { kind, text, line } of splitLines(decode(bytes, context))) {
    if (kind === 'comment') commentBlocks.add(unescapeComment(text.replace(/^ /, '')), line);
    else entries.push({ ...readEntry(text, line), description: commentBlocks.takeFor(line), line });
  }
  commentBlocks.end();
  const { header } = commentBlocks;
  return { entries, meta: header.length > 0 ? { header } : undefined };
}

function readEntry(text: string, line: number): { key: string; value: string } {
  const [key, value] = splitEntry(text).map(unescapeProperties);
  if (key === undefined || value === undefined) {
    throw new MalformedFileError('\\u must be followed by four hexadecimal digits', { line });
  }
  return { key, value };
}

/** Decodes UTF-8, or else ISO 8859-1, as `java.util.PropertyResourceBundle` does since JDK 9 (JEP 226). */
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
