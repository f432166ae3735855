import { FluentParser, Junk, ParseError, Placeable, type Resource, StringLiteral, TextElement } from '@fluent/syntax';
import { FileLimitError } from '../model/format-errors';
import { positionAt } from '../text/source-lines';

/** Levels of placeables and call arguments within each other; real messages have two or three. */
const MAX_DEPTH = 100;

type Stream = Parameters<FluentParser['getPlaceable']>[0];
type Elements = Parameters<FluentParser['dedent']>[0];

class NestingError extends Error {
  constructor(readonly offset: number) {
    super(`placeables are nested deeper than ${MAX_DEPTH} levels`);
  }
}

/**
 * The parser of @fluent/syntax, safe for files of strangers: its depth is bounded (it recurses), and so is its time (it trims
 * the end of a pattern with a regular expression that is quadratic in a run of spaces).
 */
class BoundedFluentParser extends FluentParser {
  /** Where the placeables begin that are being read; after an error, those that it left open. */
  protected open: number[] = [];
  private depth = 0;

  override getEntryOrJunk(ps: Stream): ReturnType<FluentParser['getEntryOrJunk']> {
    this.restart();
    return super.getEntryOrJunk(ps);
  }

  override getPlaceable(ps: Stream): Placeable {
    this.descend(ps);
    this.open.push(ps.index);
    const placeable = super.getPlaceable(ps);
    this.open.pop();
    this.depth--;
    return placeable;
  }

  override getInlineExpression(ps: Stream): ReturnType<FluentParser['getInlineExpression']> {
    this.descend(ps);
    const expression = super.getInlineExpression(ps);
    this.depth--;
    return expression;
  }

  /** A placeable after the last element keeps super's trimming from running; ours is linear. */
  override dedent(elements: Elements, commonIndent: number): ReturnType<FluentParser['dedent']> {
    const dedented = super.dedent([...elements, new Placeable(new StringLiteral(''))], commonIndent);
    dedented.pop();
    const last = dedented.at(-1);
    if (last instanceof TextElement) {
      last.value = withoutTrailingBlank(last.value);
      if (last.value === '') dedented.pop();
    }
    return dedented;
  }

  protected restart(): void {
    this.open = [];
    this.depth = 0;
  }

  private descend(ps: Stream): void {
    if (this.depth === MAX_DEPTH) throw new NestingError(ps.index);
    this.depth++;
  }
}

function withoutTrailingBlank(text: string): string {
  let end = text.length;
  while (end > 0 && ' \n\r'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * Fluent Syntax 1.0, with spans.
 * @throws FileLimitError beyond 100 levels of placeables
 */
export function parseResource(source: string): Resource {
  try {
    return new BoundedFluentParser({ withSpans: true }).parse(source);
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    throw new FileLimitError(error.message, positionAt(source, error.offset));
  }
}

/**
 * Finds the placeables of a text that is not a whole resource, with the parser's own rules. A brace that an error left open
 * is not tried again: it would meet the same error.
 */
class PlaceableFinder extends BoundedFluentParser {
  readonly found: [start: number, end: number][] = [];
  private readonly unclosed = new Set<number>();

  override getEntryOrJunk(ps: Stream): ReturnType<FluentParser['getEntryOrJunk']> {
    const text = ps.string;
    for (let at = text.indexOf('{', ps.index); at >= 0; at = text.indexOf('{', ps.index)) {
      const end = this.unclosed.has(at) ? undefined : this.endOfPlaceable(ps, at);
      if (end !== undefined) this.found.push([at, end]);
      ps.index = end ?? at + 1;
      ps.resetPeek();
    }
    ps.index = text.length;
    return new Junk(text);
  }

  private endOfPlaceable(ps: Stream, at: number): number | undefined {
    ps.index = at;
    ps.resetPeek();
    this.restart();
    try {
      this.getPlaceable(ps);
      return ps.index;
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof NestingError)) throw error;
      for (const start of this.open) this.unclosed.add(start);
      return undefined;
    }
  }
}

/** Where well-formed placeables start and end in `text`, outermost only. What is no placeable is literal text. */
export function findPlaceables(text: string): readonly [start: number, end: number][] {
  if (!text.includes('{')) return [];
  const finder = new PlaceableFinder({ withSpans: false });
  finder.parse(text);
  return finder.found;
}
