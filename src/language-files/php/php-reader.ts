import type { ParseContext } from '../model/codec';
import { createDuplicateWarning } from '../model/duplicates';
import type { ParsedEntry } from '../model/entry';
import { type KeyPlace, KeyPlaces, withoutFlatPaths } from '../model/nesting/key-path';
import { KeyPaths } from '../model/nesting/key-paths';
import { KeySeparator } from '../model/nesting/key-separator';
import type { ReplacedTexts } from '../model/nesting/replaced-texts';
import type { Span } from '../template/file-template';
import { positionAt } from '../text/source-lines';
import type { PhpScalar } from './php-scalar';
import { type PhpElement, type PhpHandler, visitPhp } from './php-visitor';
import { findReplacedElements, readReplacedTexts } from './replaced-elements';

/** Reads the texts of a file. @throws FormatError as `visitPhp` does */
export function readPhp(
  source: string,
  { warn, keySeparator }: Pick<ParseContext, 'warn' | 'keySeparator'>,
): ParsedEntry[] {
  const replaced = findReplacedElements(source, keySeparator);
  const texts = readReplacedTexts(source, replaced, keySeparator);
  const reader = new PhpReader(warn, new KeyPlaces(new KeySeparator(keySeparator)), replaced, texts);
  const paths = new KeyPaths(keySeparator);
  visitPhp(source, reader, paths);
  reader.warnAboutComments(source);
  return withoutFlatPaths(reader.entries, paths);
}

class PhpReader implements PhpHandler {
  readonly entries: ParsedEntry[] = [];
  private readonly open: { key?: string; place?: KeyPlace; line: number }[] = [];
  private commentCount = 0;
  private firstComment = 0;
  /** The number of open arrays in a value that is left out, with itself. */
  private leftOut = 0;

  constructor(
    private readonly warn: ParseContext['warn'],
    private readonly places: KeyPlaces,
    private readonly replaced: ReturnType<typeof findReplacedElements>,
    private readonly texts: ReplacedTexts,
  ) {}

  beginArray(element: PhpElement | undefined, { start }: Span, line: number): void {
    if (element && this.leavesOut(element, start)) {
      this.leftOut++;
      return;
    }
    this.open.push({ key: element?.key, place: element && this.placeOf(element), line });
  }

  endArray(size: number): void {
    if (this.leftOut > 0) {
      this.leftOut--;
      return;
    }
    const { key, line } = this.open.pop() ?? {};
    if (size > 0 || key === undefined) return;
    this.warn({ code: 'empty_container', detail: 'the array is empty; it is not imported', key, line });
  }

  scalar(element: PhpElement, { kind, text }: PhpScalar, { start }: Span): void {
    if (this.leavesOut(element, start)) return;
    const { key, line } = element;
    const path = this.places.pathOf(this.placeOf(element), key);
    this.entries.push({ key, value: kind === 'null' ? null : text, line, ...(path && { path }) });
    if (kind === 'number' || kind === 'boolean') {
      this.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is imported as text`, key, line });
    }
  }

  /** Leaves out a value that the last one of its name replaces, of which one is an array. */
  private leavesOut({ key, line }: PhpElement, start: number): boolean {
    if (this.leftOut > 0) return true;
    const last = this.replaced.get(start);
    if (last && !this.texts.areSame(start, last))
      this.warn(createDuplicateWarning({ key, earlierLine: line, line: last.line }, 'last'));
    return last !== undefined;
  }

  /** An item of the array that the file returns is a member of that name. */
  private placeOf({ key, name, index }: PhpElement): KeyPlace {
    const parent = this.open.at(-1)?.place;
    return name === undefined && parent ? this.places.item(parent, index) : this.places.child(parent, name ?? key);
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
