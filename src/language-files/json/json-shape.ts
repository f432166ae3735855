import { FormatError } from '../model/format-errors';
import type { JsonHandler } from './json-handler';
import { visitJson } from './json-reader';

/**
 * The kind of translation file that a JSON text looks like: `arb` has a member `@@locale`; `catalog` is an Xcode string
 * catalog, with the members `sourceLanguage` and `strings`; `nested` has objects or arrays below the root; the others
 * are `flat`.
 */
export type JsonShape = 'flat' | 'nested' | 'arb' | 'catalog';

/**
 * Determines the shape of a JSON text from the part of it that can be read.
 *
 * @param text the file's text, or only its start
 * @returns undefined if no member can be read
 */
export function jsonShape(text: string): JsonShape | undefined {
  const rootNames = new Set<string>();
  let depth = 0;
  let nested = false;
  const enter = (): void => {
    nested ||= ++depth > 1;
  };
  const leave = (): void => {
    depth--;
  };
  const handler: JsonHandler = {
    beginObject: enter,
    endObject: leave,
    beginArray: enter,
    endArray: leave,
    member: (name) => {
      if (depth === 1) rootNames.add(name);
    },
    scalar: () => undefined,
  };
  visitReadablePart(text, handler);
  if (rootNames.has('@@locale')) return 'arb';
  if (rootNames.has('sourceLanguage') && rootNames.has('strings')) return 'catalog';
  if (nested) return 'nested';
  return rootNames.size > 0 ? 'flat' : undefined;
}

/** Ignores errors: the text may be cut off, and the import of a malformed file reports the position itself. */
function visitReadablePart(text: string, handler: JsonHandler): void {
  try {
    visitJson(text, handler);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
}
