import type { ParseContext, ParsedFile } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { decodeBy, decodeText } from '../text/text-encoding';
import { readEntry, type PoReadContext } from './po-entry-reader';
import { declaredCharset, headerForms, languageTag, PoHeader } from './po-header';
import { messageKey, type PoFile, type PoMessage } from './po-message';
import { toFileMeta } from './po-meta';
import { parsePo } from './po-parser';
import type { DecodeBytes } from './po-string';
import type { Span } from '../template/file-template';

/** The messages of a file, grouped by their role. */
interface SortedMessages {
  header?: PoMessage;
  /** Messages that become entries. */
  active: PoMessage[];
  /** Messages whose msgid is only white space, which cannot be a key. */
  nameless: PoMessage[];
  obsolete: PoMessage[];
}

/** Reads a PO file. */
export function readPo(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const file = parsePo(decodeText(bytes, declaredCharset), escapeDecoder(charsetOf(bytes)));
  const messages = sortMessages(file, context);
  const headerText = messages.header?.msgstr.get(0) ?? '';
  const header = new PoHeader(headerText);
  const language = languageTag(header.get('Language') ?? '');
  const sourceLanguage = languageTag(header.get('X-Source-Language') ?? '');
  const pluralLanguage = context.isLanguageOfPath ? (language ?? context.language) : (context.language ?? language);
  const meta = toFileMeta({
    header: headerText,
    headerComments: messages.header?.comments ?? [],
    obsolete: messages.obsolete,
    nameless: messages.nameless,
    trailer: file.trailer,
  });
  return {
    ...(language !== undefined && { language }),
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    entries: readEntries(messages.active, header, pluralLanguage, context),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

const charsetOf = (bytes: Uint8Array): string | undefined =>
  declaredCharset(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'));

/** Returns the decoder for byte escapes of a decoded file. */
export const decoderOf = (source: string): DecodeBytes => escapeDecoder(declaredCharset(source.slice(0, 4096)));

/** Returns a function that finds the translations in messages of a file, as `UnitSyntax.texts`. */
export function textsOfMessages(source: string): (message: string) => Span[] {
  const decode = decoderOf(source);
  return (message) => parsePo(message, decode).messages.flatMap(({ forms }) => [...forms.values()]);
}

/** Returns a decoder for byte escapes, which are in the declared charset of the file, or UTF-8. */
function escapeDecoder(charset = 'utf-8'): DecodeBytes {
  return (escaped) => {
    try {
      return decodeBy(new TextDecoder(charset, { fatal: true, ignoreBOM: true }), escaped);
    } catch {
      // RangeError: Node does not support the charset. TypeError: the bytes are not valid in it.
      return undefined;
    }
  };
}

function sortMessages(file: PoFile, context: ParseContext): SortedMessages {
  for (const { line } of file.domains) {
    context.warn({ code: 'domain_ignored', detail: 'the messages of all domains are read as one', line });
  }
  const inUse = file.messages.filter((message) => !message.obsolete);
  const [header, ...moreHeaders] = inUse.filter(isHeader);
  for (const { line } of moreHeaders) {
    context.warn({ code: 'duplicate_ignored', detail: 'a second header is ignored', line });
  }
  const messages = inUse.filter((message) => !isHeader(message));
  const nameless = messages.filter(isNameless);
  for (const { line } of nameless) {
    const detail = 'a msgid of only white space cannot be a key; the message is kept with the file';
    context.warn({ code: 'entry_kept_aside', detail, line });
  }
  return {
    header,
    active: messages.filter((message) => !isNameless(message)),
    nameless,
    obsolete: file.messages.filter((message) => message.obsolete),
  };
}

export const isHeader = ({ msgctxt, msgid }: PoMessage): boolean => msgctxt === undefined && msgid === '';

export const isNameless = (message: PoMessage): boolean => messageKey(message).trim() === '';

function readEntries(
  messages: readonly PoMessage[],
  header: PoHeader,
  language: string | undefined,
  context: ParseContext,
): ParsedEntry[] {
  const { categories, usable } = headerForms(header, language ?? 'und');
  const hasPlurals = messages.some((message) => message.msgidPlural !== undefined);
  if (hasPlurals && !usable) {
    const detail = 'the Plural-Forms of the file cannot be used; the plural forms of the language are used instead';
    context.warn({ code: 'plural_forms_invalid', detail });
  }
  if (hasPlurals && !categories.includes('other')) {
    const detail = 'Plural-Forms have no form "other" (fractions); it is a copy of the highest form';
    context.warn({ code: 'plural_form_invented', detail });
  }
  const isSource = language === context.sourceLanguage;
  const entryContext: PoReadContext = { categories, isSource, warn: (warning) => context.warn(warning) };
  return messages.map((message) => readEntry(message, entryContext));
}
