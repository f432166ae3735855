import { MalformedFileError } from '../model/format-errors';
import { closingQuote, unescapePo, type DecodeBytes } from './po-string';

/** What a message had before: `#| msgid`. */
export interface PreviousMessage {
  msgctxt?: string;
  msgid?: string;
  msgidPlural?: string;
}

export interface PoMessage {
  /** 1-based, of `msgid`. */
  line: number;
  /** Written behind `#~`: no longer in use. */
  obsolete: boolean;
  /** Every comment line with its `#`, in order: `# `, `#.`, `#:` and `#,`. */
  comments: string[];
  previous: PreviousMessage;
  /** An empty context is not the same as none. */
  msgctxt?: string;
  msgid: string;
  /** Where there is one, `msgstr` goes by the index of the form; otherwise it has 0 alone. */
  msgidPlural?: string;
  msgstr: Map<number, string>;
}

export interface PoFile {
  messages: PoMessage[];
  /** Comments behind the last message. */
  trailer: string[];
  /** Lines of `domain` directives. */
  domains: number[];
}

/** No language has as many forms; without a bound, one line could ask for a huge array. */
const MAX_INDEX = 99;

type Field = 'msgctxt' | 'msgid' | 'msgidPlural';
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['msgctxt', 'msgctxt'],
  ['msgid', 'msgid'],
  ['msgid_plural', 'msgidPlural'],
]);

interface Mode {
  obsolete: boolean;
  previous: boolean;
}

interface Draft {
  line: number;
  obsolete?: boolean;
  comments: string[];
  previous: PreviousMessage;
  fields: PreviousMessage;
  msgstr: Map<number, string>;
}

/**
 * Reads the messages of a PO file (GNU gettext manual, "PO Files"). Comments inside a message belong to it, which gettext itself
 * refuses; in all else it is as strict.
 *
 * @param text without a byte order mark
 * @throws MalformedFileError with line and column
 */
export function readPo(text: string, decode: DecodeBytes): PoFile {
  const reader = new PoReader(decode);
  const end = text.includes('\n') ? '\n' : '\r';
  // In a file with CRLF, CR is part of the line end. In any other it is part of a comment, and white space elsewhere.
  const crlf = text[text.indexOf('\n') - 1] === '\r';
  let line = 0;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf(end, at);
    const next = found < 0 ? text.length : found;
    const content = text.slice(at, crlf && text[next - 1] === '\r' ? next - 1 : next);
    reader.line(content, ++line);
    at = next + 1;
  }
  return reader.end();
}

const TOKEN = /[ \t\r\v\f]*(?:(")|(#)|msgstr[ \t]*\[[ \t]*(\d{1,9})[ \t]*\]|([A-Za-z_]+))/y;
const BLANK = /[ \t\r\v\f]*$/y;

class PoReader {
  private readonly file: PoFile = { messages: [], trailer: [], domains: [] };
  private draft: Draft = newDraft();
  /** Where the next string goes, and whether one has come. */
  private append: ((text: string) => void) | undefined;
  private expectsString = false;
  private lineNumber = 0;

  constructor(private readonly decode: DecodeBytes) {}

  line(text: string, lineNumber: number): void {
    this.lineNumber = lineNumber;
    const start = text.length - text.trimStart().length;
    const marker = text.slice(start, start + 3);
    if (marker === '#~|') this.tokens(text, start + 3, { obsolete: true, previous: true });
    else if (marker.startsWith('#~')) this.tokens(text, start + 2, { obsolete: true, previous: false });
    else if (marker.startsWith('#|')) this.tokens(text, start + 2, { obsolete: false, previous: true });
    else this.tokens(text, start, { obsolete: false, previous: false });
  }

  end(): PoFile {
    this.finish();
    this.file.trailer = this.draft.comments;
    return this.file;
  }

  private tokens(text: string, start: number, mode: Mode): void {
    let at = start;
    for (;;) {
      BLANK.lastIndex = at;
      if (BLANK.test(text)) return;
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      if (!match) throw this.error('expected a keyword, a string or a comment', at);
      at = TOKEN.lastIndex;
      if (match[2]) return this.comment(text.slice(at - 1));
      if (match[1]) at = this.string(text, at - 1, mode);
      else this.keyword(match[4], match[3], mode, at);
    }
  }

  private comment(text: string): void {
    if (this.draft.msgstr.size > 0) this.finish();
    this.draft.comments.push(text);
  }

  /** @returns where the line goes on behind the string */
  private string(line: string, open: number, mode: Mode): number {
    const close = closingQuote(line, open);
    if (close < 0) throw this.error('the string is not closed on its line', open);
    const text = unescapePo(line.slice(open + 1, close), this.decode);
    if (text === undefined) throw this.error('the string has an escape that is unknown or not of the charset', open);
    if (text.includes('\u0004')) throw this.error('the string holds U+0004, which separates context and msgid', open);
    if (!this.append) throw this.error('a string without a keyword before it', open);
    this.sameMode(mode, open);
    this.append(text);
    this.expectsString = false;
    return close + 1;
  }

  private keyword(word: string | undefined, index: string | undefined, mode: Mode, column: number): void {
    if (this.expectsString) throw this.error('expected a string', column);
    const field = FIELDS.get(word ?? '');
    if (mode.previous) this.previousField(field, mode, column);
    else if (field) this.field(field, mode, column);
    else if (word === 'domain') this.domain();
    else if (word === undefined || word === 'msgstr') this.translation(index, mode, column);
    else throw this.error(`unknown keyword ${JSON.stringify(word.slice(0, 40))}`, column);
    this.expectsString = true;
  }

  private domain(): void {
    this.finish();
    this.file.domains.push(this.lineNumber);
    this.append = () => undefined;
  }

  private previousField(field: Field | undefined, mode: Mode, column: number): void {
    if (!field) throw this.error('only msgctxt, msgid and msgid_plural can be previous', column);
    if (this.draft.msgstr.size > 0) this.finish();
    if (this.draft.fields.msgid !== undefined) throw this.error('a previous field behind msgid', column);
    this.sameMode(mode, column);
    this.appendTo(this.draft.previous, field, column);
  }

  private field(field: Field, mode: Mode, column: number): void {
    if (this.draft.msgstr.size > 0) {
      if (field === 'msgidPlural') throw this.error('msgid_plural behind msgstr', column);
      this.finish();
    }
    const { fields } = this.draft;
    if (field === 'msgidPlural' && fields.msgid === undefined) throw this.error('msgid_plural without msgid', column);
    if (field === 'msgctxt' && fields.msgid !== undefined) throw this.error('msgid without msgstr', column);
    if (field === 'msgid') this.draft.line = this.lineNumber;
    this.sameMode(mode, column);
    this.appendTo(fields, field, column);
  }

  private appendTo(fields: PreviousMessage, field: Field, column: number): void {
    if (fields[field] !== undefined) throw this.error('the same keyword twice in one message', column);
    fields[field] = '';
    this.append = (text) => {
      fields[field] += text;
    };
  }

  private translation(index: string | undefined, mode: Mode, column: number): void {
    const { fields, msgstr } = this.draft;
    if (fields.msgid === undefined) throw this.error('msgstr without msgid', column);
    if ((index === undefined) !== (fields.msgidPlural === undefined)) {
      throw this.error(index === undefined ? 'msgid_plural needs msgstr[0]' : 'msgstr[n] without msgid_plural', column);
    }
    const form = Number(index ?? 0);
    if (form > MAX_INDEX) throw this.error(`msgstr[${form}]: the index is too large`, column);
    if (msgstr.has(form)) throw this.error('the same msgstr twice in one message', column);
    this.sameMode(mode, column);
    msgstr.set(form, '');
    this.append = (text) => {
      msgstr.set(form, (msgstr.get(form) ?? '') + text);
    };
  }

  private sameMode({ obsolete }: Mode, column: number): void {
    this.draft.obsolete ??= obsolete;
    if (this.draft.obsolete !== obsolete) throw this.error('a message that is only in part behind #~', column);
  }

  private finish(): void {
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
    return new MalformedFileError(message, { line: this.lineNumber, column: index + 1 });
  }
}

const newDraft = (): Draft => ({ line: 0, comments: [], previous: {}, fields: {}, msgstr: new Map() });
