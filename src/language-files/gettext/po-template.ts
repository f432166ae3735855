import type { FileToWrite, TemplateContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural } from '../model/plural';
import { isSameText } from './po-comments';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type TemplateElement,
  type TemplateList,
} from '../template/file-template';
import { groupOf } from '../template/group-of';
import { saysStateOf } from '../model/state-support';
import { toIcuMessage } from '../text/plurals/icu-message';
import { hasIcuPlural, impliedSource, type PoComments, readComments, readValue } from './po-entry-reader';
import {
  pluralForms,
  type PoTranslation,
  type PoWriteContext,
  splitKey,
  toMessage,
  toTranslation,
} from './po-entry-writer';
import { isFormatOf } from './po-format-flags';
import { headerForms, headerToWrite, PoHeader } from './po-header';
import { declarePluralForms } from './po-plural-header';
import { messageKey, type ParsedMessage, type PreviousMessage } from './po-message';
import { PoMessageEditor, type PoMessageChange } from './po-message-editor';
import { printMessage } from './po-message-printer';
import { type PoTranslationMeta, readKeyMeta, readTranslationMeta } from './po-meta';
import { notesLines, type PoNotes } from './po-notes';
import { parsePo } from './po-parser';
import { poStates } from './po-states';
import { separateComments, takeCommentBehind } from './po-standalone-comments';
import { decoderOf, isHeader, isNameless } from './po-reader';
import { detectStyle, newlineOf, type PoStyle } from './po-style';
import { printHeader } from './po-writer';

/**
 * Reads a PO file as a template. A message is one text of it, whose value is its source.
 *
 * @throws MalformedFileError with line and column
 */
export function readPoTemplate(source: string, context: TemplateContext): PoTemplate {
  const { language, sourceLanguage, onlyPlaces = false } = context;
  const { messages, domains } = parsePo(source, decoderOf(source));
  const header = messages.find((message) => !message.obsolete && isHeader(message));
  const forms = headerForms(new PoHeader(header?.msgstr.get(0) ?? ''), language);
  const template = new PoTemplate(source, forms, language === sourceLanguage, headerToWrite('', context), onlyPlaces);
  const end = messages.findLast((message) => !message.obsolete)?.end ?? 0;
  template.root.start = template.root.end = messages[0]?.start ?? source.length;
  if (end === 0) return template;
  const parts = [...messages, ...domains].sort((one, other) => one.start - other.start);
  // New messages stand before the obsolete ones at the end of the file.
  for (const part of parts) template.add(part, part.start >= end);
  return template;
}

/** A message with the name of its text, and what its comments say. */
interface PlacedMessage {
  name: string;
  message: ParsedMessage;
  comments: PoComments;
}

export class PoTemplate implements FileTemplate {
  readonly root: TemplateList = { start: 0, end: 0, elements: [] };
  private readonly newline: string;
  /** By key. Only files that gettext refuses have several messages of a key. */
  private readonly messages = new Map<string, PlacedMessage[]>();
  private detectedStyle?: PoStyle;
  /** A message with a plural differs from the file. */
  private writesPlural = false;

  constructor(
    readonly source: string,
    private readonly forms: ReturnType<typeof headerForms>,
    private readonly isSource: boolean,
    private readonly newHeader: PoHeader,
    private readonly onlyPlaces: boolean,
  ) {
    this.newline = newlineOf(source);
  }

  /**
   * Adds the next message or directive of the file. The header and nameless messages stay as they are, and obsolete ones
   * until they are in use again, because gettext refuses a file that has both.
   */
  add(part: ParsedMessage | TemplateElement, isTrailing: boolean): void {
    const { elements } = this.root;
    const isKey = 'msgid' in part && !part.obsolete && !isHeader(part) && !isNameless(part);
    if ((elements.at(-1)?.end ?? 0) > part.start) return;
    this.takeBehind(part);
    if (elements.length === 0) this.root.start = part.start;
    this.root.end = part.end;
    if ('msgid' in part && part.obsolete) return this.addObsolete(part, isTrailing);
    if (!isKey) return void elements.push({ start: part.start, end: part.end, isTrailing });
    const key = messageKey(part);
    const known = groupOf(this.messages, key);
    const name = known.length === 0 ? key : `${key}\0${known.length}`;
    const section = separateComments(this.source, part);
    if (section) elements.push(section);
    // A template is read while an export waits for its entries, with which the comments are compared.
    const comments = this.onlyPlaces || part.comments.length === 0 ? NO_COMMENTS : readComments(part);
    known.push({ name, message: part, comments });
    const { start, end } = part;
    elements.push({ start, end, text: { start, end, name, key, value: this.source.slice(start, end) } });
  }

  private addObsolete(message: ParsedMessage, isTrailing: boolean): void {
    const section = separateComments(this.source, message);
    if (section) this.root.elements.push({ ...section, isTrailing });
    const { start, end } = message;
    this.root.elements.push({ start, end, isTrailing, replacedBy: messageKey(message) });
  }

  /** The last message takes the comment on its line, which the parser reads as a comment of the next message. */
  takeBehind(next: ParsedMessage | TemplateElement): void {
    const previous = this.root.elements.at(-1);
    const end = previous && 'msgid' in next ? takeCommentBehind(this.source, next, previous.end) : undefined;
    if (previous && end !== undefined) Object.assign(previous, { end, endsLine: true });
  }

  holds(entry: EntryToWrite): boolean {
    const [first, ...others] = this.messages.get(entry.key) ?? [];
    return first !== undefined && others.length === 0 && this.holdsText(first, entry);
  }

  /** The source text, which the msgid was, is written into a comment. gettext compares a format with its msgid. */
  rename({ element: { text }, from, to, entry }: Renaming): Replacement[] | undefined {
    const placed = this.messages.get(from)?.find(({ name }) => name === text?.name);
    const ids = splitKey(to);
    if (!placed || (placed.message.msgctxt === undefined) !== (ids.msgctxt === undefined)) return undefined;
    const { message, comments } = placed;
    const { notes } = comments;
    const isSourceText =
      !this.isSource &&
      notes.source === undefined &&
      isSameText(entry.source ?? '', impliedSource(message, notes.arg ?? 'count'));
    const removesFormats = !isFormatOf(message.msgidPlural ?? ids.msgid, entry.source ?? message.msgid);
    const change = { ids, removesFormats, ...(isSourceText && { notes: { ...notes, source: entry.source } }) };
    const { start, end } = message;
    return [{ start, end, token: new PoMessageEditor(this.source, this.newline, this.style).change(message, change) }];
  }

  listFor(): TemplateList {
    return this.root;
  }

  writeToken(value: string): string {
    return value;
  }

  writeElements(_list: TemplateList, texts: readonly NewText[]): NewElement[] {
    return texts.map(({ name, value }) => ({ source: value, names: [name] }));
  }

  /** A file without a message has no header either. */
  spaceOf(): ListSpace {
    const { source, newline, newHeader } = this;
    const before = source.slice(0, this.root.start);
    const gap = before === '' || before.endsWith(newline) ? '' : newline;
    const between = newline + newline;
    const isAtEnd = this.root.end === source.length;
    return {
      before: gap + printHeader(newHeader, []).trimEnd().replaceAll('\n', newline) + between,
      between,
      after: isAtEnd ? newline : between,
      // As in the files that gettext's tools write.
      aroundNew: between,
    };
  }

  /** Yields the sources of the messages. */
  *texts(file: FileToWrite): Generator<[name: string, text: string]> {
    const { forms, isSource } = this;
    const context: PoWriteContext = { ...forms, isSource, warn: (warning) => file.warn(warning) };
    this.writesPlural = false;
    for (const entry of file.entries) {
      const messages = this.messages.get(entry.key);
      if (!messages) yield [entry.key, this.print(entry, context)];
      for (const placed of messages ?? []) yield [placed.name, this.change(placed, entry, context)];
    }
  }

  /** The forms of the messages must be declared, which the header of a template does not do. */
  complete(source: string): string {
    return this.writesPlural && !this.forms.declared ? declarePluralForms(source, this.newHeader) : source;
  }

  private get style(): PoStyle {
    this.detectedStyle ??= detectStyle(this.source);
    return this.detectedStyle;
  }

  private print(entry: EntryToWrite, context: PoWriteContext): string {
    const message = toMessage(entry, context);
    this.writesPlural ||= message.msgidPlural !== undefined;
    return printMessage(message, this.style).trimEnd().replaceAll('\n', this.newline);
  }

  /** Returns whether a message without a plural has the text of an entry, and the comments and the state for it. */
  private holdsText({ message, comments }: PlacedMessage, { value, source, description, meta }: EntryToWrite): boolean {
    const { msgidPlural, msgstr, previous } = message;
    if (typeof value !== 'string' || value === '' || value !== msgstr.get(0) || msgidPlural !== undefined) return false;
    if (typeof source === 'object' || meta?.previous !== undefined || Object.keys(previous).length > 0) return false;
    const { notes, meta: found } = comments;
    return (
      (notes.description ?? '') === (description ?? '') &&
      (this.isSource || notes.source === undefined || notes.source === (source ?? '')) &&
      found.fuzzy === (meta?.fuzzy === true)
    );
  }

  private change({ message, comments: read }: PlacedMessage, entry: EntryToWrite, context: PoWriteContext): string {
    const keyMeta = { ...readKeyMeta(entry.keyMeta), msgidPlural: message.msgidPlural, icu: hasIcuPlural(message) };
    const comparison = { notes: read.notes, entry, wanted: toTranslation(entry, keyMeta, context) };
    const change: PoMessageChange = {
      ...findTextChange(message, comparison, context),
      ...findNotesChange(comparison, context),
    };
    const isTranslated = [...message.msgstr.values()].some((text) => text !== '');
    // The project stores the state of a text, and none of a missing text.
    const isReturned = !change.msgstr && saysStateOf(entry.meta, { fuzzy: read.meta.fuzzy }, poStates);
    if ((isTranslated || change.msgstr) && !isReturned)
      Object.assign(change, findStateChange(read.meta, readTranslationMeta(entry.meta)));
    this.writesPlural ||= change.msgstr !== undefined && (change.msgidPlural ?? message.msgidPlural) !== undefined;
    if (Object.keys(change).length === 0) return this.source.slice(message.start, message.end);
    return new PoMessageEditor(this.source, this.newline, this.style).change(message, change);
  }
}

/** The content of the comments of a message that has none. */
const NO_COMMENTS = readComments({ comments: [], previous: {} });

/** The content that an import reads from the extracted comments of a message, and the wanted one. */
interface Comparison {
  notes: PoNotes;
  entry: EntryToWrite;
  wanted: PoTranslation;
}

/** Finds the translations that differ from those that an import reads. */
function findTextChange(
  message: ParsedMessage,
  { notes, entry, wanted }: Comparison,
  context: PoWriteContext,
): PoMessageChange {
  const isUntranslated = [...message.msgstr.values()].every((text) => text === '');
  const ignored: PoWriteContext = { ...context, warn: () => undefined };
  const arg = notes.arg ?? 'count';
  // In the source language, an untranslated message has its source text.
  const read =
    isUntranslated && context.isSource
      ? (notes.source ?? impliedSource(message, arg))
      : readValue(message, arg, ignored);
  const { value, msgidPlural, msgstr } = wanted;
  if (messageOf(entry.value ?? '') === messageOf(read)) return {};
  if (message.msgidPlural !== undefined) {
    const forms = pluralForms(read, '', ignored);
    const changed = [...msgstr].filter(([index, text]) => forms.get(index) !== text);
    return changed.length === 0 ? {} : { msgstr: isUntranslated ? msgstr : new Map(changed) };
  }
  return typeof value === 'string' ? { msgstr: new Map([[0, value]]) } : { msgidPlural, msgstr };
}

/** The message that the project stores for a text. */
const messageOf = (text: string | Plural): string => (typeof text === 'string' ? text : toIcuMessage(text));

/**
 * A source text is written only where the file has one already: msgids that are keys do not say what the source text
 * is.
 */
function findNotesChange({ notes: read, entry, wanted }: Comparison, { isSource }: PoWriteContext): PoMessageChange {
  const { description } = wanted.notes;
  const keepsSource = read.source === undefined || isSource || messageOf(read.source) === messageOf(entry.source ?? '');
  const source = keepsSource ? read.source : wanted.notes.source;
  // Without a plural, the argument says nothing about the texts.
  const hasPlural = wanted.msgidPlural !== undefined || typeof source === 'object';
  const arg = hasPlural ? wanted.notes.arg : read.arg;
  const notes: PoNotes = {
    ...(description !== undefined && { description }),
    ...(source !== undefined && { source }),
    ...(arg !== undefined && { arg }),
  };
  return notesLines(notes).join('\n') === notesLines(read).join('\n') ? {} : { notes };
}

function findStateChange(read: PoTranslationMeta, wanted: PoTranslationMeta): PoMessageChange {
  return {
    ...(read.fuzzy !== wanted.fuzzy && { fuzzy: wanted.fuzzy }),
    ...(!isSamePrevious(read.previous, wanted.previous) && { previous: wanted.previous }),
  };
}

const isSamePrevious = (one: PreviousMessage, other: PreviousMessage): boolean =>
  one.msgctxt === other.msgctxt && one.msgid === other.msgid && one.msgidPlural === other.msgidPlural;
