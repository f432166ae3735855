/** 1-based; the column in UTF-16 code units. A byte order mark does not count. */
export interface JsonPosition {
  line: number;
  column: number;
}

export type JsonScalarKind = 'string' | 'number' | 'boolean' | 'null';

/**
 * Receives the contents of a JSON file in file order, duplicate names included. `member` precedes the value that it
 * names; array items have no `member`. The first event is the root's `beginObject`. Handlers track paths themselves.
 * `start` and `end` are offsets in UTF-16 code units; `end` is the one behind the last character.
 */
export interface JsonHandler {
  beginObject(position: JsonPosition, start: number): void;
  endObject(end: number): void;
  beginArray(position: JsonPosition, start: number): void;
  endArray(end: number): void;
  member(name: string, position: JsonPosition, start: number): void;
  /** @param text a string's text, unescaped; any other value as written in the file (`1.0`, `1e400`, `true`, `null`) */
  scalar(kind: JsonScalarKind, text: string, position: JsonPosition, start: number, end: number): void;
}
