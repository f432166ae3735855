import type { TemplateContext } from '../model/codec';
import type { PluralCategory } from '../model/plural';
import { isSameText } from './po-comments';
import { impliedSource, readComments, readValue } from './po-entry-reader';
import { gettextLocale } from './gettext-locale';
import { declaredCharset, headerForms, headerToWrite, languageTag, PoHeader } from './po-header';
import type { ParsedMessage } from './po-message';
import { PoMessageEditor, type PoMessageChange } from './po-message-editor';
import type { PoNotes } from './po-notes';
import { parsePo } from './po-parser';
import { wellKnownPluralForms } from './plural-forms-table';
import { decoderOf, isHeader } from './po-reader';
import { separateComments } from './po-standalone-comments';
import { detectStyle, newlineOf } from './po-style';
import { printHeader } from './po-writer';

/** The fields of a header that are about the translation into one language. */
const FIELDS_OF_TRANSLATION = ['PO-Revision-Date', 'Last-Translator', 'Language-Team'];

/**
 * Makes the file of one language one of another, without translations, as `msginit` does. The texts of the source
 * language are kept in comments where the msgids differ from them.
 *
 * @throws MalformedFileError with line and column
 */
export function adaptPo(source: string, context: TemplateContext): string {
  const { language, sourceLanguage } = context;
  const { messages } = parsePo(source, decoderOf(source));
  const header = messages.find((message) => !message.obsolete && isHeader(message));
  const read = new PoHeader(header?.msgstr.get(0) ?? '');
  const readLanguage = languageTag(read.get('Language') ?? '') ?? sourceLanguage;
  const wanted = header ? adaptHeader(read, language) : headerToWrite('', context);
  const adapter = new MessageAdapter(
    readLanguage === sourceLanguage,
    headerForms(read, readLanguage).categories,
    headerForms(wanted, language).categories,
  );
  const newline = newlineOf(source);
  const editor = new PoMessageEditor(source, newline, detectStyle(source));
  let offset = messages[0]?.start ?? source.length;
  const parts = [source.slice(0, offset)];
  if (!header) parts.push(`${printHeader(wanted, [])}\n`.replaceAll('\n', newline));
  for (const message of messages) {
    if (!message.obsolete) {
      if (message !== header) separateComments(source, message);
      const change =
        message === header ? { fuzzy: false, msgstr: new Map([[0, wanted.text]]) } : adapter.changeOf(message);
      parts.push(source.slice(offset, message.start), editor.change(message, change));
    }
    offset = message.end;
  }
  return parts.join('') + source.slice(offset);
}

function adaptHeader(read: PoHeader, language: string): PoHeader {
  const header = new PoHeader(read.text);
  header.set('Language', gettextLocale(language));
  header.set('Plural-Forms', wellKnownPluralForms(language));
  for (const name of FIELDS_OF_TRANSLATION) header.remove(name);
  if (!/charset=[\w.:-]+/i.test(header.get('Content-Type') ?? '') || declaredCharset(header.text) === undefined) {
    header.set('Content-Type', 'text/plain; charset=UTF-8');
  }
  return header;
}

class MessageAdapter {
  constructor(
    private readonly isSource: boolean,
    private readonly categories: readonly PluralCategory[],
    private readonly wantedCategories: readonly PluralCategory[],
  ) {}

  changeOf(message: ParsedMessage): PoMessageChange {
    const indexes = message.msgidPlural === undefined ? [0] : this.wantedCategories.map((_, index) => index);
    const msgstr = new Map(indexes.map((index) => [index, '']));
    const notes = this.isSource ? this.notesOf(message) : undefined;
    return {
      msgstr,
      replacesForms: true,
      fuzzy: false,
      previous: {},
      removesComments: !this.isSource,
      ...(notes && { notes }),
    };
  }

  /** Returns undefined for a message whose source text is its msgid. */
  private notesOf(message: ParsedMessage): PoNotes | undefined {
    const { notes } = readComments(message);
    const arg = notes.arg ?? 'count';
    const ignored = { categories: this.categories, isSource: true, warn: () => undefined };
    const text = readValue(message, arg, ignored);
    return text === '' || isSameText(text, impliedSource(message, arg)) ? undefined : { ...notes, source: text };
  }
}
