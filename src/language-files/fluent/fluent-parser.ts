import { FluentParser, Identifier, Junk, Placeable, type Resource, StringLiteral, TextElement } from '@fluent/syntax';
import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';
import { positionAt } from '../text/source-lines';

/** Maximum nesting depth of placeables and call arguments; real messages have two or three levels. */
const MAX_DEPTH = 100;

/** Junk in a file, of which one with more is refused. */
const MAX_JUNK = 100;

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
 * The parser of @fluent/syntax with limits for untrusted files. It ends at the hundredth junk, because each takes an
 * error with a stack. The original recurses without a limit, and trims the end of a pattern with a regular expression
 * that takes quadratic time for a run of spaces. It also reads names and texts character by character; this one finds
 * their ends.
 */
export class LimitedFluentParser extends FluentParser {
  /** The offsets of the placeables that are being read; after an error, of those that were not closed. */
  protected openPlaceables: number[] = [];
  private depth = 0;
  private junk = 0;

  override getEntryOrJunk(ps: Stream): ReturnType<FluentParser['getEntryOrJunk']> {
    this.reset();
    const entry = super.getEntryOrJunk(ps);
    if (entry instanceof Junk && ++this.junk === MAX_JUNK) ps.index = ps.string.length;
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
 * Parses Fluent Syntax 1.0, with spans. What is no entry is junk, behind which Fluent's own tools read on.
 *
 * @throws FileLimitError beyond 100 levels of placeables
 * @throws MalformedFileError for a file that has junk a hundred times
 */
export function parseResource(source: string): Resource {
  const resource = parse(source);
  const junk = resource.body.filter((entry) => entry instanceof Junk);
  const [first] = junk;
  if (first && junk.length >= MAX_JUNK) {
    throw new MalformedFileError(describeJunk(first), junkPosition(source, first));
  }
  return resource;
}

function parse(source: string): Resource {
  try {
    return new LimitedFluentParser({ withSpans: true }).parse(source);
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    throw new FileLimitError(error.message, positionAt(source, error.offset));
  }
}

/** Returns the reason why a part of a file is junk. */
export function describeJunk({ annotations: [annotation] }: Junk): string {
  return annotation ? `${annotation.message} (${annotation.code})` : 'expected a message, a term or a comment';
}

export const junkPosition = (source: string, { annotations: [annotation], span }: Junk): SourcePosition =>
  positionAt(source, annotation?.span?.start ?? span?.start ?? 0);
