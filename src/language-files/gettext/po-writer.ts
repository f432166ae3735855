import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { writeEach } from '../model/left-out';
import { toMessage, type PoWriteContext } from './po-entry-writer';
import { headerForms, headerToWrite, type PoHeader } from './po-header';
import { messageKey } from './po-message';
import { printMessage } from './po-message-printer';
import { readFileMeta } from './po-meta';

/** Writes a PO file: header, messages, then the stored messages without a key and the obsolete ones. */
export function* writePo(file: FileToWrite): Generator<string> {
  const meta = readFileMeta(file.meta);
  const header = headerToWrite(meta.header, file);
  const forms = headerForms(header, file.language);
  const isSource = file.language === file.sourceLanguage;
  yield printHeader(header, meta.headerComments);
  const context: PoWriteContext = { ...forms, isSource, warn: (warning) => file.warn(warning) };
  const unused = new Set(meta.obsolete.map(messageKey));
  yield* writeEach(file, (entry) => {
    const written = writeEntry(entry, context);
    unused.delete(entry.key);
    return written;
  });
  // gettext refuses a file with an obsolete message that is in use.
  const obsolete = meta.obsolete.filter((message) => unused.has(messageKey(message)));
  for (const message of [...meta.nameless, ...obsolete]) yield `\n${printMessage(message)}`;
  if (meta.trailer.length > 0) yield `\n${meta.trailer.join('\n')}\n`;
}

/** Writes a template. The header fields that `msginit` fills in (language, plural forms) stay open. */
export function* writePot(file: FileToWrite): Generator<string> {
  const header = headerToWrite('', file);
  header.set('Language', '');
  header.set('Plural-Forms', 'nplurals=INTEGER; plural=EXPRESSION;');
  yield printHeader(header, []);
  const context: PoWriteContext = {
    categories: ['one', 'other'],
    numbers: new Map(),
    isSource: false,
    warn: (warning) => file.warn(warning),
  };
  yield* writeEach({ ...file, entries: withoutTranslations(file.entries) }, (entry) => writeEntry(entry, context));
}

function* withoutTranslations(entries: Iterable<EntryToWrite>): Generator<EntryToWrite> {
  for (const { key, value, source = value, description, keyMeta } of entries) {
    yield { key, source, description, keyMeta };
  }
}

const writeEntry = (entry: EntryToWrite, context: PoWriteContext): string =>
  `\n${printMessage(toMessage(entry, context))}`;

/** Prints the header's message, with a final line end. */
export const printHeader = (header: PoHeader, comments: readonly string[]): string =>
  printMessage({
    line: 0,
    obsolete: false,
    comments: [...comments],
    previous: {},
    msgid: '',
    msgstr: new Map([[0, header.text]]),
  });
