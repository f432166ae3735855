import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import type { Span } from '../template/file-template';
import { positionAt } from '../text/source-lines';
import type { PhpScalar } from './php-scalar';
import { type PhpElement, type PhpHandler, visitPhp } from './php-visitor';

/** Reads the texts of a file. @throws FormatError as `visitPhp` does */
export function readPhp(
  source: string,
  { warn, keySeparator }: Pick<ParseContext, 'warn' | 'keySeparator'>,
): ParsedEntry[] {
  const reader = new PhpReader(warn);
  visitPhp(source, reader, new KeyPaths(keySeparator));
  reader.warnAboutComments(source);
  return reader.entries;
}

class PhpReader implements PhpHandler {
  readonly entries: ParsedEntry[] = [];
  private readonly open: { key?: string; line: number }[] = [];
  private commentCount = 0;
  private firstComment = 0;

  constructor(private readonly warn: ParseContext['warn']) {}

  beginArray(element: PhpElement | undefined, _open: Span, line: number): void {
    this.open.push({ key: element?.key, line });
  }

  endArray(size: number): void {
    const { key, line } = this.open.pop() ?? {};
    if (size > 0 || key === undefined) return;
    this.warn({ code: 'empty_container', detail: 'the array is empty; it is not imported', key, line });
  }

  scalar({ key, line }: PhpElement, { kind, text }: PhpScalar): void {
    this.entries.push({ key, value: kind === 'null' ? null : text, line });
    if (kind === 'number' || kind === 'boolean') {
      this.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is imported as text`, key, line });
    }
  }

  comment(start: number): void {
    if (this.commentCount++ === 0) this.firstComment = start;
  }

  warnAboutComments(source: string): void {
    const count = this.commentCount;
    if (count === 0) return;
    const { line } = positionAt(source, this.firstComment);
    const detail = `comments are not imported; the file has ${count}, the first on line ${line}`;
    this.warn({ code: 'comment_dropped', detail, line });
  }
}
