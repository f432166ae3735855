import { MalformedFileError } from '../model/format-errors';
import type { PoFile, PreviousMessage } from './po-message';

/** The meaning of the marker before a line's fields: `#~` is obsolete, `#|` previous, `#~|` both. */
export interface LinePrefix {
  obsolete: boolean;
  previous: boolean;
}

/** The largest index of a form. No language has as many forms; without a limit, one line could allocate a huge array. */
const MAX_INDEX = 99;

type Field = 'msgctxt' | 'msgid' | 'msgidPlural';
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['msgctxt', 'msgctxt'],
  ['msgid', 'msgid'],
  ['msgid_plural', 'msgidPlural'],
]);

/** A message whose fields are still being read. */
interface Draft {
  line: number;
  obsolete?: boolean;
  comments: string[];
  previous: PreviousMessage;
  fields: PreviousMessage;
  msgstr: Map<number, string>;
}

const newDraft = (): Draft => ({ line: 0, comments: [], previous: {}, fields: {}, msgstr: new Map() });

/**
 * Builds messages from the tokens of a PO file and checks their order. Indexes are 0-based in the line.
 *
 * Every method throws a MalformedFileError with line and column for a token that is not allowed at its position.
 */
export class PoMessageBuilder {
  /** 1-based number of the line that the next tokens are on. */
  line = 0;
  private readonly file: PoFile = { messages: [], trailer: [], domains: [] };
  private draft: Draft = newDraft();
  /** Appends a string to the field of the last keyword; undefined before the first keyword of a message. */
  private append: ((text: string) => void) | undefined;
  /** True between a keyword and its first string. */
  private expectsString = false;

  addComment(text: string): void {
    if (this.draft.msgstr.size > 0) this.finishMessage();
    this.draft.comments.push(text);
  }

  addString(text: string, prefix: LinePrefix, index: number): void {
    if (!this.append) throw this.error('expected a keyword before the string', index);
    this.setObsolete(prefix, index);
    this.append(text);
    this.expectsString = false;
  }

  /**
   * @param keyword undefined for `msgstr[n]`
   * @param formIndex the digits of the n in `msgstr[n]`
   */
  addKeyword(keyword: string | undefined, formIndex: string | undefined, prefix: LinePrefix, index: number): void {
    if (this.expectsString) throw this.error('expected a string', index);
    const field = FIELDS.get(keyword ?? '');
    if (prefix.previous) this.startPreviousField(field, prefix, index);
    else if (field) this.startField(field, prefix, index);
    else if (keyword === 'domain') this.startDomain();
    else if (keyword === undefined || keyword === 'msgstr') this.startTranslation(formIndex, prefix, index);
    else throw this.error(`unknown keyword ${JSON.stringify(keyword.slice(0, 40))}`, index);
    this.expectsString = true;
  }

  finishFile(): PoFile {
    this.finishMessage();
    this.file.trailer = this.draft.comments;
    return this.file;
  }

  private startDomain(): void {
    this.finishMessage();
    this.file.domains.push(this.line);
    this.append = () => undefined;
  }

  private startPreviousField(field: Field | undefined, prefix: LinePrefix, index: number): void {
    if (!field) throw this.error('only msgctxt, msgid and msgid_plural can be previous', index);
    if (this.draft.msgstr.size > 0) this.finishMessage();
    if (this.draft.fields.msgid !== undefined) throw this.error('a previous field must precede msgid', index);
    this.setObsolete(prefix, index);
    this.appendTo(this.draft.previous, field, index);
  }

  private startField(field: Field, prefix: LinePrefix, index: number): void {
    if (this.draft.msgstr.size > 0) {
      if (field === 'msgidPlural') throw this.error('msgid_plural must precede msgstr', index);
      this.finishMessage();
    }
    const { fields } = this.draft;
    if (field === 'msgidPlural' && fields.msgid === undefined) throw this.error('msgid_plural without msgid', index);
    if (field === 'msgctxt' && fields.msgid !== undefined) throw this.error('msgid without msgstr', index);
    if (field === 'msgid') this.draft.line = this.line;
    this.setObsolete(prefix, index);
    this.appendTo(fields, field, index);
  }

  private appendTo(fields: PreviousMessage, field: Field, index: number): void {
    if (fields[field] !== undefined) throw this.error('the same keyword occurs twice in one message', index);
    fields[field] = '';
    this.append = (text) => {
      fields[field] += text;
    };
  }

  private startTranslation(formIndex: string | undefined, prefix: LinePrefix, index: number): void {
    const { fields, msgstr } = this.draft;
    if (fields.msgid === undefined) throw this.error('msgstr without msgid', index);
    if (formIndex === undefined && fields.msgidPlural !== undefined) {
      throw this.error('msgid_plural needs msgstr[0]', index);
    }
    if (formIndex !== undefined && fields.msgidPlural === undefined) {
      throw this.error('msgstr[n] without msgid_plural', index);
    }
    const form = Number(formIndex ?? 0);
    if (form > MAX_INDEX) throw this.error(`msgstr[${form}]: the index is too large`, index);
    if (msgstr.has(form)) throw this.error('the same msgstr occurs twice in one message', index);
    this.setObsolete(prefix, index);
    msgstr.set(form, '');
    this.append = (text) => {
      msgstr.set(form, (msgstr.get(form) ?? '') + text);
    };
  }

  /** Marks the message as obsolete or not. All of its fields must agree. */
  private setObsolete({ obsolete }: LinePrefix, index: number): void {
    this.draft.obsolete ??= obsolete;
    if (this.draft.obsolete !== obsolete) throw this.error('only a part of the message is behind #~', index);
  }

  private finishMessage(): void {
    const { fields, msgstr, ...draft } = this.draft;
    if (this.expectsString) throw this.error('expected a string', 0);
    const { msgid } = fields;
    if (msgid !== undefined && msgstr.size > 0) {
      this.file.messages.push({ ...draft, ...fields, msgid, msgstr, obsolete: draft.obsolete ?? false });
      this.draft = newDraft();
    } else if (draft.obsolete !== undefined) throw this.error('a message without msgid or msgstr', 0);
    this.append = undefined;
  }

  private error(message: string, index: number): MalformedFileError {
    return new MalformedFileError(message, { line: this.line, column: index + 1 });
  }
}
