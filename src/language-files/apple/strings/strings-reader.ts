import { shorten } from '../../../common/shorten';
import type { Warning } from '../../model/warnings';
import { CommentBlocks } from '../../text/comment-blocks';
import { MalformedFileError } from '../../model/format-errors';
import type { PlacedEntries, PlacedEntry } from '../../template/commented-template';
import type { Span } from '../../template/file-template';
import { StringsScanner, type StringsToken } from './strings-scanner';

type CommentToken = Extract<StringsToken, { kind: 'comment' }>;
type TextToken = Extract<StringsToken, { kind: 'text' }>;

export interface StringsEntry extends PlacedEntry {
  line: number;
  /** The key with its quotes. */
  keyToken: Span;
}

/** The entries of a file with their places. In the short form, the place of the text is empty. */
export interface StringsFile extends PlacedEntries {
  entries: StringsEntry[];
  /** The comments at the start of the file that belong to no entry. */
  header: string[];
}

/**
 * Reads the entries `"key" = "value";` of a file, with or without braces around all of them. `"key";` is short for
 * `"key" = "key";`.
 *
 * @throws MalformedFileError with line and column
 */
export const readStrings = (source: string, warn: (warning: Warning) => void): StringsFile =>
  new StringsReader(source, warn).read();

class StringsReader {
  private readonly scanner: StringsScanner;
  private readonly commentBlocks: CommentBlocks;
  private readonly entries: StringsEntry[] = [];
  /** The comments between the key and the semicolon of the current entry. */
  private innerComments: CommentToken[] = [];
  /** Comments behind the last entry on its line, as long as it is not known whether they end the line. */
  private trailing: CommentToken[] = [];
  /** The line on which the last entry ended, or the last comment behind it. */
  private lastLine = 0;

  constructor(
    private readonly source: string,
    warn: (warning: Warning) => void,
  ) {
    this.scanner = new StringsScanner(source);
    this.commentBlocks = new CommentBlocks(warn);
  }

  read(): StringsFile {
    let token = this.nextBetweenEntries();
    const hasBraces = isPunctuation(token, '{');
    const start = hasBraces ? token.end : 0;
    // A comment before the brace is none above an entry.
    if (hasBraces) this.commentBlocks.end();
    if (hasBraces) token = this.nextBetweenEntries();
    while (token.kind === 'text') {
      this.readEntry(token);
      token = this.nextBetweenEntries();
    }
    if (hasBraces && !isPunctuation(token, '}')) refuse('"}" after the last entry', token);
    const end = hasBraces ? token.start : this.source.length;
    if (hasBraces) token = this.nextBetweenEntries();
    if (token.kind !== 'end') refuse('a key', token);
    this.commentBlocks.end();
    const { header, standalone } = this.commentBlocks;
    return { entries: this.entries, header, comments: standalone, span: { start, end } };
  }

  private readEntry(keyToken: TextToken): void {
    const { text: key, position, start } = keyToken;
    const { line } = position;
    const commentAbove = this.commentBlocks.takeFor(line);
    const comment = this.commentBlocks.taken;
    const { value, token, end } = this.readValue(keyToken);
    const texts = [commentAbove ?? '', ...this.innerComments.map(({ text }) => text)];
    const description = texts.filter((text) => text !== '').join('\n') || undefined;
    const inner = this.innerComments;
    this.innerComments = [];
    this.entries.push({ key, value, token, keyToken, description, comment, inner, start, end, line });
  }

  /** Reads an entry from its key to its semicolon. */
  private readValue({ text: key, end: keyEnd }: TextToken): { value: string; token: Span; end: number } {
    let value = key;
    let place: Span = { start: keyEnd, end: keyEnd };
    let token = this.nextInEntry();
    if (isPunctuation(token, '=')) {
      const text = this.nextInEntry();
      if (text.kind !== 'text') refuse('a text', text);
      value = text.text;
      place = { start: text.start, end: text.end };
      token = this.nextInEntry();
      if (!isPunctuation(token, ';')) refuse('";"', token);
    }
    if (!isPunctuation(token, ';')) refuse('"=" or ";"', token);
    this.lastLine = token.position.line;
    return { value, token: place, end: token.end };
  }

  /** Returns the next token that is not a comment; the comments belong to the next entry or to the one before. */
  private nextBetweenEntries(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind === 'comment') this.addComment(token);
      else {
        this.endTrailing();
        return token;
      }
    }
  }

  /** Comments that follow an entry on the same line, with nothing after them, describe that entry. */
  private addComment(comment: CommentToken): void {
    const entry = this.entries.at(-1);
    const { text, position, lastLine, endsLine, end } = comment;
    const isBehind = entry !== undefined && position.line === this.lastLine;
    if (!isBehind) this.endTrailing();
    this.trailing.push(comment);
    if (!isBehind) return this.endTrailing();
    this.lastLine = lastLine;
    if (!endsLine) return;
    if (text === '') return this.endTrailing();
    const described = this.trailing.filter((each) => each.text !== '');
    this.trailing = [];
    entry.description = [entry.description ?? [], ...described.map((each) => each.text)].flat().join('\n');
    entry.inner = [...(entry.inner ?? []), ...described];
    entry.end = end;
  }

  /** Other comments belong to the next entry. */
  private endTrailing(): void {
    for (const { text, position, lastLine, start, end } of this.trailing) {
      this.commentBlocks.add(text, position.line, lastLine, { start, end });
    }
    this.trailing = [];
  }

  private nextInEntry(): StringsToken {
    for (;;) {
      const token = this.scanner.next();
      if (token.kind !== 'comment') return token;
      this.innerComments.push(token);
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
  if (token.kind === 'text') return `the text ${JSON.stringify(shorten(token.text, 80))}`;
  return token.kind === 'comment' ? 'a comment' : JSON.stringify(token.character);
}
