import type { SourcePosition } from '../model/format-errors';

/** Line and column of an offset; walks the text, so it is for the one error that ends a parse. */
export function positionAt(source: string, offset: number): SourcePosition {
  let line = 1;
  let start = 0;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', start)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The lines of offsets that only grow, in one walk over the text. */
export function lineCounter(source: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = source.indexOf('\n', at); next >= 0 && next < offset; next = source.indexOf('\n', at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}
