import type { ParsedFile } from '../../model/codec';
import type { ParsedEntry } from '../../model/entry';
import type { Warning } from '../../model/warnings';
import { CommentBlocks } from '../../text/comment-blocks';
import { MalformedFileError } from '../../model/format-errors';
import { StringsScanner, type StringsToken } from './strings-scanner';

type Comment = Extract<StringsToken, { kind: 'comment' }>;
type Text = Extract<StringsToken, { kind: 'text' }>;

/** @throws MalformedFileError with line and column */
export const readStrings = (source: string, warn: (warning: Warning) => void): ParsedFile =>
  new StringsReader(source, warn).read();

/** `"key" = "value";` again and again, with or without braces around it all; `"key";` stands for `"key" = "key";`. */
class StringsReader {
  private readonly scanner: StringsScanner;
  private readonly comments: CommentBlocks;
  private readonly entries: ParsedEntry[] = [];
  /** The comments within the entry that is being read. */
  private inner: string[] = [];
  private lastLine = 0;

  constructor(source: string, warn: (warning: Warning) => void) {
    this.scanner = new StringsScanner(source);
    this.comments = new CommentBlocks(warn);
  }

  read(): ParsedFile {
    let token = this.between();
    const braces = token.kind === 'mark' && token.mark === '{';
    if (braces) token = this.between();
    while (token.kind === 'text') {
      this.readEntry(token);
      token = this.between();
    }
    if (braces && token.kind === 'mark' && token.mark === '}') token = this.between();
    else if (braces) this.refuse('} at the end', token);
    if (token.kind !== 'end') this.refuse('a key', token);
    this.comments.end();
    const { header } = this.comments;
    return { entries: this.entries, meta: header.length > 0 ? { header } : undefined };
  }

  private readEntry({ text: key, position: { line } }: Text): void {
    const above = this.comments.takeFor(line);
    const value = this.readValue(key);
    const description = [above ?? '', ...this.inner].filter((text) => text !== '').join('\n');
    this.inner = [];
    this.entries.push({ key, value, description: description || undefined, line });
  }

  private readValue(key: string): string {
    const sign = this.within();
    if (isMark(sign, ';')) return this.ended(sign, key);
    if (!isMark(sign, '=')) this.refuse('= or ;', sign);
    const value = this.within();
    if (value.kind !== 'text') this.refuse('a text', value);
    const end = this.within();
    return isMark(end, ';') ? this.ended(end, value.text) : this.refuse('a semicolon', end);
  }

  private ended(mark: StringsToken, value: string): string {
    this.lastLine = mark.position.line;
    return value;
  }

  /** The next token after comments, which may describe the next entry or, at the end of its line, the one before. */
  private between(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind !== 'comment') return token;
      this.keepComment(token);
    }
  }

  private keepComment({ text, position: { line }, lastLine, endsLine }: Comment): void {
    const entry = this.entries.at(-1);
    if (entry && line === this.lastLine && endsLine && text !== '') {
      entry.description = entry.description === undefined ? text : `${entry.description}\n${text}`;
    } else this.comments.add(text, line, lastLine);
  }

  private within(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind !== 'comment') return token;
      this.inner.push(token.text);
    }
  }

  private refuse(expected: string, token: StringsToken): never {
    const found = token.kind === 'end' ? 'the file ends' : 'something else stands';
    throw new MalformedFileError(`${found} where ${expected} should be`, token.position);
  }
}

const isMark = (token: StringsToken, mark: string): boolean => token.kind === 'mark' && token.mark === mark;
