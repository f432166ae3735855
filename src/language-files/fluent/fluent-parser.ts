import { FluentParser, Identifier, Junk, Placeable, type Resource, StringLiteral, TextElement } from '@fluent/syntax';
import { FileLimitError } from '../model/format-errors';
import { positionAt } from '../text/source-lines';

/** Maximum nesting depth of placeables and call arguments; real messages have two or three levels. */
const MAX_DEPTH = 100;

export type Stream = Parameters<FluentParser['getPlaceable']>[0];
type Elements = Parameters<FluentParser['dedent']>[0];

export class NestingError extends Error {
  constructor(readonly offset: number) {
    super(`placeables are nested deeper than ${MAX_DEPTH} levels`);
  }
}

const IDENTIFIER = /[A-Za-z][\w-]*/y;
const TEXT_END = /[{}\n]|\r\n/g;

/**
 * The parser of @fluent/syntax with limits for untrusted files. It ends at the first junk, because the reader refuses it
 * and each takes an error with a stack. The original recurses without a limit, and trims the end of a pattern with a
 * regular expression that takes quadratic time for a run of spaces. It also reads names and texts character by character;
 * this one finds their ends.
 */
export class LimitedFluentParser extends FluentParser {
  /** The offsets of the placeables that are being read; after an error, of those that were not closed. */
  protected openPlaceables: number[] = [];
  private depth = 0;

  override getEntryOrJunk(ps: Stream): ReturnType<FluentParser['getEntryOrJunk']> {
    this.reset();
    const entry = super.getEntryOrJunk(ps);
    if (entry instanceof Junk) ps.index = ps.string.length;
    return entry;
  }

  override getPlaceable(ps: Stream): Placeable {
    this.descend(ps);
    this.openPlaceables.push(ps.index);
    const placeable = super.getPlaceable(ps);
    this.openPlaceables.pop();
    this.depth--;
    return placeable;
  }

  override getInlineExpression(ps: Stream): ReturnType<FluentParser['getInlineExpression']> {
    this.descend(ps);
    const expression = super.getInlineExpression(ps);
    this.depth--;
    return expression;
  }

  override getIdentifier(ps: Stream): Identifier {
    IDENTIFIER.lastIndex = ps.index;
    const [name] = IDENTIFIER.exec(ps.string) ?? [];
    // The original throws the error.
    if (name === undefined) return super.getIdentifier(ps);
    moveTo(ps, ps.index + name.length);
    return new Identifier(name);
  }

  override getTextElement(ps: Stream): TextElement {
    const start = ps.index;
    TEXT_END.lastIndex = start;
    moveTo(ps, TEXT_END.exec(ps.string)?.index ?? ps.string.length);
    return new TextElement(ps.string.slice(start, ps.index));
  }

  /** Adds a placeable after the last element, so that the original does not trim it, and then trims in linear time. */
  override dedent(elements: Elements, commonIndent: number): ReturnType<FluentParser['dedent']> {
    const dedented = this.joinTexts(elements, commonIndent);
    const last = dedented.at(-1);
    if (last instanceof TextElement) {
      last.value = trimBlankEnd(last.value);
      if (last.value === '') dedented.pop();
    }
    return dedented;
  }

  private joinTexts(elements: Elements, commonIndent: number): ReturnType<FluentParser['dedent']> {
    const [only] = elements;
    if (only instanceof TextElement && elements.length === 1) return [only];
    const joined = super.dedent([...elements, new Placeable(new StringLiteral(''))], commonIndent);
    joined.pop();
    return joined;
  }

  /** Forgets the state of a parse that an error ended. */
  protected reset(): void {
    this.openPlaceables = [];
    this.depth = 0;
  }

  private descend(ps: Stream): void {
    if (this.depth === MAX_DEPTH) throw new NestingError(ps.index);
    this.depth++;
  }
}

function moveTo(ps: Stream, index: number): void {
  ps.index = index;
  ps.resetPeek();
}

function trimBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \n\r'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * Parses Fluent Syntax 1.0, with spans.
 *
 * @throws FileLimitError beyond 100 levels of placeables
 */
export function parseResource(source: string): Resource {
  try {
    return new LimitedFluentParser({ withSpans: true }).parse(source);
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    throw new FileLimitError(error.message, positionAt(source, error.offset));
  }
}
