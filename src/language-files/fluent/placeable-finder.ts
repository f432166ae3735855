import { Junk, ParseError } from '@fluent/syntax';
import { LimitedFluentParser, NestingError, type Stream } from './fluent-parser';

/**
 * Returns the start and end offsets of the well-formed placeables of a text, without those inside others. Everything
 * else in the text is literal.
 */
export function findPlaceables(text: string): readonly [start: number, end: number][] {
  if (!text.includes('{')) return [];
  const finder = new PlaceableFinder({ withSpans: false });
  finder.parse(text);
  return finder.placeables;
}

/** Runs the parser on each brace of a text that is not a whole resource. */
class PlaceableFinder extends LimitedFluentParser {
  readonly placeables: [start: number, end: number][] = [];
  /** Braces that an error left open. They are not tried again, because they would meet the same error. */
  private readonly unclosed = new Set<number>();

  override getEntryOrJunk(ps: Stream): Junk {
    const text = ps.string;
    for (let start = text.indexOf('{', ps.index); start >= 0; start = text.indexOf('{', ps.index)) {
      const end = this.unclosed.has(start) ? undefined : this.findEnd(ps, start);
      if (end !== undefined) this.placeables.push([start, end]);
      ps.index = end ?? start + 1;
      ps.resetPeek();
    }
    ps.index = text.length;
    return new Junk(text);
  }

  private findEnd(ps: Stream, start: number): number | undefined {
    ps.index = start;
    ps.resetPeek();
    this.reset();
    try {
      this.getPlaceable(ps);
      return ps.index;
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof NestingError)) throw error;
      for (const open of this.openPlaceables) this.unclosed.add(open);
      return undefined;
    }
  }
}
