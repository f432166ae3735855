import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { gettextLocale } from './gettext-locale';
import { decodeText } from '../text/text-encoding';
import { messageOf, type PoExport } from './po-entry-writer';
import { PoHeader, declaredCharset, headerCategories, headerToWrite, languageTag } from './po-header';
import { entryOf, keyOf, type PoImport } from './po-entry-reader';
import { fileMetaOf, readFileMeta } from './po-meta';
import { readPo, type PoFile, type PoMessage } from './po-parser';
import { writeMessage } from './po-message-printer';

/**
 * GNU gettext PO files. The key is the msgid, with a context in front as `msgctxt` U+0004 `msgid`; a source text that is not the
 * msgid stands in a comment (`PoNotes`).
 */
export const poCodec: FormatCodec = {
  id: 'po',
  name: 'GNU gettext PO',
  extensions: ['po', 'pot'],
  mediaType: 'text/x-gettext-translation',
  bilingual: true,
  multilingual: false,
  plurals: 'native',
  pluralScope: (_type, language, { meta }) => {
    const { categories } = headerCategories(new PoHeader(readFileMeta(meta).header), language);
    return { categories, exact: 'none' };
  },
  comments: true,
  keepsMeta: true,
  losses: [
    'An empty text is the same as none: both are an empty msgstr.',
    'Plural forms that the file’s Plural-Forms do not have, and forms for exact numbers, are not written.',
    'A text that begins or ends with a line end where its msgid does not is written as it is; msgfmt refuses such a message.',
    'Domain directives are not kept.',
    'Comments of a message without a translation are kept only where an empty text is stored.',
    'A lone CR in a comment becomes a line end.',
    'Comments inside a message move in front of it; wrapping and the order of messages are not kept.',
  ],
  streams: true,
  /** Below the folder that programs give to `bindtextdomain`; the file's name is the domain (GNU gettext manual, "Locating Catalogs"). */
  pathOf: (language, namespace = 'messages') => `${gettextLocale(language)}/LC_MESSAGES/${namespace}.po`,
  canParse: true,
  sniff: (head) => (/^(?:#~)?[ \t]*msgid[ \t]*"/m.test(head) && /^(?:#~)?[ \t]*msgstr[ \t]*["[]/m.test(head) ? 2 : 0),
  parse: parsePo,
  serialize: serializePo,
};

/** The template of a project's PO files: its msgids, without translations, so that one file is for all languages. */
export const potCodec: FormatCodec = {
  ...poCodec,
  multilingual: true,
  id: 'pot',
  name: 'GNU gettext template (POT)',
  extensions: ['pot'],
  losses: ['A template has no translations.', ...poCodec.losses],
  metaId: 'po',
  canParse: false,
  sniff: () => 0,
  serialize: serializePot,
};

/** Read by `parsePo` in bytes that are not UTF-8: what escapes stand for is in the declared charset. */
function decoderOf(bytes: Uint8Array): (escaped: Uint8Array) => string | undefined {
  const label = declaredCharset(Buffer.from(bytes.subarray(0, 4096)).toString('latin1')) ?? 'utf-8';
  return (escaped) => {
    try {
      return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(escaped);
    } catch {
      // RangeError: a charset that Node does not know; TypeError: bytes that are none of it.
      return undefined;
    }
  };
}

function parsePo(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const file = readPo(decodeText(bytes, declaredCharset), decoderOf(bytes));
  const [headerMessage, all] = splitHeader(file, context);
  const nameless = all.filter(isNameless);
  const messages = all.filter((message) => !isNameless(message));
  for (const { line } of nameless) {
    const detail = 'a msgid of nothing but white space is no key; the message is kept with the file';
    context.warn({ code: 'entry_kept_aside', detail, line });
  }
  const text = headerMessage?.msgstr.get(0) ?? '';
  const header = new PoHeader(text);
  const named = languageTag(header.get('Language') ?? '');
  const sourceLanguage = languageTag(header.get('X-Source-Language') ?? '');
  const meta = fileMetaOf({
    header: text,
    headerComments: headerMessage?.comments ?? [],
    obsolete: file.messages.filter((message) => message.obsolete),
    nameless,
    trailer: file.trailer,
  });
  return {
    ...(named !== undefined && { language: named }),
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    entries: entriesOf(messages, header, context.language ?? named, context),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

const isNameless = (message: PoMessage): boolean => keyOf(message).trim() === '';

const isHeader = ({ msgctxt, msgid }: PoMessage): boolean => msgctxt === undefined && msgid === '';

function splitHeader(file: PoFile, context: ParseContext): [header: PoMessage | undefined, messages: PoMessage[]] {
  for (const line of file.domains) {
    context.warn({ code: 'domain_ignored', detail: 'messages of all domains are read as one', line });
  }
  const active = file.messages.filter((message) => !message.obsolete);
  const [header, ...more] = active.filter(isHeader);
  for (const { line } of more) context.warn({ code: 'duplicate_ignored', detail: 'a second header', line });
  return [header, active.filter((message) => !isHeader(message))];
}

function entriesOf(
  messages: readonly PoMessage[],
  header: PoHeader,
  language: string | undefined,
  context: ParseContext,
): ParsedEntry[] {
  const { categories, usable } = headerCategories(header, language ?? 'und');
  const hasPlurals = messages.some((message) => message.msgidPlural !== undefined);
  if (hasPlurals && !usable) {
    const detail = 'Plural-Forms cannot be used; those of the language are taken';
    context.warn({ code: 'plural_forms_invalid', detail });
  }
  if (hasPlurals && !categories.includes('other')) {
    const detail = 'Plural-Forms have nothing for "other" (fractions); it is a copy of the highest form';
    context.warn({ code: 'plural_form_invented', detail });
  }
  const isSource = language === context.sourceLanguage;
  const importing: PoImport = { categories, isSource, warn: (warning) => context.warn(warning) };
  return messages.map((message) => entryOf(message, importing));
}

function* serializePo(file: FileToWrite): Generator<string> {
  const meta = readFileMeta(file.meta);
  const header = headerToWrite(meta.header, file);
  const { categories } = headerCategories(header, file.language);
  yield writeHeader(header, meta.headerComments);
  const isSource = file.language === file.sourceLanguage;
  yield* writeEntries(file.entries, { categories, isSource, warn: (warning) => file.warn(warning) });
  for (const message of [...meta.nameless, ...meta.obsolete]) yield `\n${writeMessage(message)}`;
  if (meta.trailer.length > 0) yield `\n${meta.trailer.join('\n')}\n`;
}

/** What `msginit` fills in stays open: language, plural forms, dates of translation. */
function* serializePot(file: FileToWrite): Generator<string> {
  const header = headerToWrite('', file);
  header.set('Language', '');
  header.set('Plural-Forms', 'nplurals=INTEGER; plural=EXPRESSION;');
  yield writeHeader(header, []);
  const templates = function* (): Generator<EntryToWrite> {
    for (const { key, value, source = value, description, keyMeta } of file.entries) {
      yield { key, source, description, keyMeta };
    }
  };
  yield* writeEntries(templates(), {
    categories: ['one', 'other'],
    isSource: false,
    warn: (warning) => file.warn(warning),
  });
}

function* writeEntries(entries: Iterable<EntryToWrite>, context: PoExport): Generator<string> {
  for (const entry of entries) yield `\n${writeMessage(messageOf(entry, context))}`;
}

const writeHeader = (header: PoHeader, comments: string[]): string =>
  writeMessage({
    line: 0,
    obsolete: false,
    comments,
    previous: {},
    msgid: '',
    msgstr: new Map([[0, header.text]]),
  });
