import { shorten } from '../../common/shorten';
import { MalformedFileError } from '../model/format-errors';
import type { Span } from '../template/file-template';
import type { ParsedMessage, PoFile, PreviousMessage } from './po-message';

/** The meaning of the marker before a line's fields: `#~` is obsolete, `#|` previous, `#~|` both. */
export interface LinePrefix {
  obsolete: boolean;
  previous: boolean;
  /** The offset of the marker in the file; undefined without one. */
  start?: number;
}

/**
 * The largest index of a form. No language has as many forms; without a limit, one line could allocate a huge array.
 */
const MAX_INDEX = 99;

type Field = 'msgctxt' | 'msgid' | 'msgidPlural';
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['msgctxt', 'msgctxt'],
  ['msgid', 'msgid'],
  ['msgid_plural', 'msgidPlural'],
]);

interface ExtendedField {
  fields: PreviousMessage;
  field: Field;
}

/** A message whose fields are still being read. */
interface Draft {
  message: Omit<ParsedMessage, 'msgid' | 'obsolete' | 'start' | 'fields'>;
  obsolete?: boolean;
  ids: PreviousMessage;
  start?: number;
  fields?: number;
}

const newDraft = (): Draft => ({
  message: { line: 0, comments: [], previous: {}, msgstr: new Map(), end: 0, head: [], forms: new Map() },
  ids: {},
});

/**
 * Builds messages from the tokens of a PO file and checks their order. Indexes are 0-based in the line.
 *
 * Every method throws a MalformedFileError with line and column for a token that is not allowed at its position.
 */
export class PoMessageBuilder {
  /** 1-based number of the line that the next tokens are on. */
  line = 0;
  /** The offset behind that line. */
  lineEnd = 0;
  private readonly file: PoFile = { messages: [], trailer: [], domains: [] };
  private draft: Draft = newDraft();
  /**
   * The field, or the form of a translation, that the next string extends; undefined before the first keyword of a
   * message.
   */
  private extended: ExtendedField | number | 'domain' | undefined;
  /** The span of the field that is extended. */
  private field: Span = { start: 0, end: 0 };
  /** True between a keyword and its first string. */
  private expectsString = false;

  /** @param start the offset in the file */
  addComment(text: string, start: number): void {
    if (this.draft.message.msgstr.size > 0) this.finishMessage();
    this.draft.start ??= start;
    this.draft.message.comments.push(text);
    this.draft.message.head.push({ start, end: this.lineEnd });
  }

  /** @param end the offset in the file behind the string */
  addString(text: string, prefix: LinePrefix, index: number, end: number): void {
    if (this.extended === undefined) throw this.error('expected a keyword before the string', index);
    this.setObsolete(prefix, index);
    this.extend(this.extended, text);
    this.field.end = end;
    this.draft.message.end = end;
    if (prefix.previous) this.addPreviousLine(prefix);
    this.expectsString = false;
  }

  /**
   * @param keyword undefined for `msgstr[n]`
   * @param formIndex the digits of the n in `msgstr[n]`
   * @param start the offset in the file
   */
  addKeyword(
    keyword: string | undefined,
    formIndex: string | undefined,
    prefix: LinePrefix,
    index: number,
    start: number,
  ): void {
    if (this.expectsString) throw this.error('expected a string', index);
    const field = FIELDS.get(keyword ?? '');
    this.field = { start, end: start };
    if (prefix.previous) this.startPreviousField(field, prefix, index);
    else if (field) this.startField(field, prefix, index);
    else if (keyword === 'domain') this.startDomain();
    else if (keyword === undefined || keyword === 'msgstr') this.startTranslation(formIndex, prefix, index);
    else throw this.error(`unknown keyword ${JSON.stringify(shorten(keyword, 40))}`, index);
    if (keyword !== 'domain') this.draft.start ??= prefix.start ?? start;
    if (prefix.previous) this.addPreviousLine(prefix);
    this.expectsString = true;
  }

  finishFile(): PoFile {
    this.finishMessage();
    this.file.trailer = this.draft.message.comments;
    return this.file;
  }

  private startDomain(): void {
    this.finishMessage();
    const domain = { ...this.field, line: this.line };
    this.field = domain;
    this.file.domains.push(domain);
    this.extended = 'domain';
  }

  private startPreviousField(field: Field | undefined, prefix: LinePrefix, index: number): void {
    if (!field) throw this.error('only msgctxt, msgid and msgid_plural can be previous', index);
    if (this.draft.message.msgstr.size > 0) this.finishMessage();
    if (this.draft.ids.msgid !== undefined) throw this.error('a previous field must precede msgid', index);
    this.setObsolete(prefix, index);
    this.appendTo(this.draft.message.previous, field, index);
  }

  private startField(field: Field, prefix: LinePrefix, index: number): void {
    if (this.draft.message.msgstr.size > 0) {
      if (field === 'msgidPlural') throw this.error('msgid_plural must precede msgstr', index);
      this.finishMessage();
    }
    const { ids, message } = this.draft;
    if (field === 'msgidPlural' && ids.msgid === undefined) throw this.error('msgid_plural without msgid', index);
    if (field === 'msgctxt' && ids.msgid !== undefined) throw this.error('msgid without msgstr', index);
    if (field === 'msgid') message.line = this.line;
    this.setObsolete(prefix, index);
    this.draft.fields ??= prefix.start ?? this.field.start;
    this.appendTo(ids, field, index);
  }

  private appendTo(fields: PreviousMessage, field: Field, index: number): void {
    if (fields[field] !== undefined) throw this.error('the same keyword occurs twice in one message', index);
    fields[field] = '';
    this.extended = { fields, field };
  }

  private extend(extended: NonNullable<PoMessageBuilder['extended']>, text: string): void {
    if (typeof extended === 'number') {
      const { msgstr } = this.draft.message;
      msgstr.set(extended, (msgstr.get(extended) ?? '') + text);
    } else if (extended !== 'domain') extended.fields[extended.field] += text;
  }

  private startTranslation(formIndex: string | undefined, prefix: LinePrefix, index: number): void {
    const { ids } = this.draft;
    const { msgstr, forms } = this.draft.message;
    if (ids.msgid === undefined) throw this.error('msgstr without msgid', index);
    if (formIndex === undefined && ids.msgidPlural !== undefined) {
      throw this.error('msgid_plural needs msgstr[0]', index);
    }
    if (formIndex !== undefined && ids.msgidPlural === undefined) {
      throw this.error('msgstr[n] without msgid_plural', index);
    }
    const form = Number(formIndex ?? 0);
    if (form > MAX_INDEX) throw this.error(`msgstr[${form}]: the index is too large`, index);
    if (msgstr.has(form)) throw this.error('the same msgstr occurs twice in one message', index);
    this.setObsolete(prefix, index);
    msgstr.set(form, '');
    forms.set(form, this.field);
    this.extended = form;
  }

  /** Marks the message as obsolete or not. All of its fields must agree. */
  private setObsolete({ obsolete }: LinePrefix, index: number): void {
    this.draft.obsolete ??= obsolete;
    if (this.draft.obsolete !== obsolete) throw this.error('only a part of the message is behind #~', index);
  }

  /** A line may hold several strings. */
  private addPreviousLine({ start = 0 }: LinePrefix): void {
    const { head } = this.draft.message;
    if (head.at(-1)?.end !== this.lineEnd) head.push({ start, end: this.lineEnd });
  }

  private finishMessage(): void {
    const { ids, message, obsolete = false, start = 0, fields = start } = this.draft;
    if (this.expectsString) throw this.error('expected a string', 0);
    const { msgctxt, msgid, msgidPlural } = ids;
    if (msgid !== undefined && message.msgstr.size > 0) {
      const { line, comments, previous, msgstr, end, head, forms } = message;
      const places = { start, end, head, fields, forms };
      this.file.messages.push({ line, obsolete, comments, previous, msgctxt, msgid, msgidPlural, msgstr, ...places });
      this.draft = newDraft();
    } else if (this.draft.obsolete !== undefined) throw this.error('a message without msgid or msgstr', 0);
    this.extended = undefined;
  }

  private error(message: string, index: number): MalformedFileError {
    return new MalformedFileError(message, { line: this.line, column: index + 1 });
  }
}
