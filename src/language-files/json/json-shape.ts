import { FormatError } from '../model/format-errors';
import { visitJson, type JsonEvents } from './json-reader';

/**
 * What kind of translation file a JSON text looks like: `arb` names its locale in `@@locale`, `catalog` is Xcode's
 * (`sourceLanguage` and `strings`), `nested` has objects or arrays in it. Undefined where it has no member at all.
 */
export type JsonShape = 'flat' | 'nested' | 'arb' | 'catalog';

/** @param text may be only the start of a file; what can be read of it decides */
export function jsonShape(text: string): JsonShape | undefined {
  const names = new Set<string>();
  let depth = 0;
  let nested = false;
  const enter = (): void => {
    nested ||= ++depth > 1;
  };
  const leave = (): void => {
    depth--;
  };
  const events: JsonEvents = {
    beginObject: enter,
    endObject: leave,
    beginArray: enter,
    endArray: leave,
    member: (name) => {
      if (depth === 1) names.add(name);
    },
    scalar: () => undefined,
  };
  try {
    visitJson(text, events);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // Cut off, or broken: whoever imports it will say where. Until there it is what it looks like.
  }
  if (names.has('@@locale')) return 'arb';
  if (names.has('sourceLanguage') && names.has('strings')) return 'catalog';
  if (nested) return 'nested';
  return names.size > 0 ? 'flat' : undefined;
}
