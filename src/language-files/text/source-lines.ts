import type { SourcePosition } from '../model/format-errors';

/** Returns line and column of an offset. Takes linear time, so it is only for the error that ends a parse. */
export function positionAt(source: string, offset: number): SourcePosition {
  let line = 1;
  let start = 0;
  for (let next = source.indexOf('\n'); next >= 0 && next < offset; next = source.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Returns a function from offsets to lines. The offsets must not decrease; all calls together take linear time. */
export function lineCounter(source: string): (offset: number) => number {
  let line = 1;
  let position = 0;
  return (offset) => {
    for (let next = source.indexOf('\n', position); next >= 0 && next < offset; next = source.indexOf('\n', position)) {
      line++;
      position = next + 1;
    }
    return line;
  };
}
