import type { ParsedFile } from '../../model/codec';
import type { ParsedEntry } from '../../model/entry';
import type { Warning } from '../../model/warnings';
import { CommentBlocks } from '../../text/comment-blocks';
import { MalformedFileError } from '../../model/format-errors';
import { StringsScanner, type StringsToken } from './strings-scanner';

type CommentToken = Extract<StringsToken, { kind: 'comment' }>;
type TextToken = Extract<StringsToken, { kind: 'text' }>;

/**
 * Reads the entries `"key" = "value";` of a file, with or without braces around all of them. `"key";` is short for
 * `"key" = "key";`.
 *
 * @throws MalformedFileError with line and column
 */
export const readStrings = (source: string, warn: (warning: Warning) => void): ParsedFile =>
  new StringsReader(source, warn).read();

class StringsReader {
  private readonly scanner: StringsScanner;
  private readonly commentBlocks: CommentBlocks;
  private readonly entries: ParsedEntry[] = [];
  /** The comments between the key and the semicolon of the current entry. */
  private innerComments: string[] = [];
  /** The line on which the last entry ended. */
  private lastLine = 0;

  constructor(source: string, warn: (warning: Warning) => void) {
    this.scanner = new StringsScanner(source);
    this.commentBlocks = new CommentBlocks(warn);
  }

  read(): ParsedFile {
    let token = this.nextBetweenEntries();
    const hasBraces = isPunctuation(token, '{');
    if (hasBraces) token = this.nextBetweenEntries();
    while (token.kind === 'text') {
      this.readEntry(token);
      token = this.nextBetweenEntries();
    }
    if (hasBraces && !isPunctuation(token, '}')) refuse('"}" after the last entry', token);
    if (hasBraces) token = this.nextBetweenEntries();
    if (token.kind !== 'end') refuse('a key', token);
    this.commentBlocks.end();
    const { header } = this.commentBlocks;
    return { entries: this.entries, meta: header.length > 0 ? { header } : undefined };
  }

  private readEntry({ text: key, position: { line } }: TextToken): void {
    const commentAbove = this.commentBlocks.takeFor(line);
    const value = this.readValue(key);
    const description = [commentAbove ?? '', ...this.innerComments].filter((text) => text !== '').join('\n');
    this.innerComments = [];
    this.entries.push({ key, value, description: description || undefined, line });
  }

  private readValue(key: string): string {
    let value = key;
    let token = this.nextInEntry();
    if (isPunctuation(token, '=')) {
      value = this.readText();
      token = this.nextInEntry();
      if (!isPunctuation(token, ';')) refuse('";"', token);
    }
    if (!isPunctuation(token, ';')) refuse('"=" or ";"', token);
    this.lastLine = token.position.line;
    return value;
  }

  private readText(): string {
    const token = this.nextInEntry();
    return token.kind === 'text' ? token.text : refuse('a text', token);
  }

  /** Returns the next token that is not a comment; the comments belong to the next entry or to the one before. */
  private nextBetweenEntries(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind !== 'comment') return token;
      this.addComment(token);
    }
  }

  /** A comment that follows an entry on the same line, with nothing after it, describes that entry. */
  private addComment({ text, position: { line }, lastLine, endsLine }: CommentToken): void {
    const entry = this.entries.at(-1);
    if (entry && line === this.lastLine && endsLine && text !== '') {
      entry.description = entry.description === undefined ? text : `${entry.description}\n${text}`;
    } else this.commentBlocks.add(text, line, lastLine);
  }

  private nextInEntry(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind !== 'comment') return token;
      this.innerComments.push(token.text);
    }
  }
}

const isPunctuation = (token: StringsToken, character: string): boolean =>
  token.kind === 'punctuation' && token.character === character;

function refuse(expected: string, token: StringsToken): never {
  throw new MalformedFileError(`expected ${expected}, found ${describeToken(token)}`, token.position);
}

function describeToken(token: StringsToken): string {
  if (token.kind === 'end') return 'the end of the file';
  if (token.kind === 'text') return `the text ${JSON.stringify(token.text.slice(0, 80))}`;
  return token.kind === 'comment' ? 'a comment' : JSON.stringify(token.character);
}
