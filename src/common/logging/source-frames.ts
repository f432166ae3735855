import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';

/** A frame of a stack: `    at name (/app/dist/src/main.js:10:5)` or `    at /app/dist/src/main.js:10:5`. */
const FRAME = /^(\s+at (?:async )?(?:[^(\n]* \((?=.*\)$))?)(\S.*\.js):(\d+):(\d+)(?=\)?$)/gm;

/** By compiled file. A map is read once. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces positions of compiled files in a stack with positions of their sources.
 *
 * A source map is read when an error is printed. Node's option `--enable-source-maps` reads the map of each module at
 * the start, which takes a sixth of its processor time and 34 MB.
 */
export const inSources = (stack: string): string =>
  stack.replace(FRAME, (frame: string, head: string, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return frame;
    return `${head}${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

/** Returns undefined for a file without a readable map: to log an error must not fail. */
function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
