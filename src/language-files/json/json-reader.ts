import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { findOversizedToken } from './json-tokens';

/** Maximum nesting depth of objects and arrays; the root is level 1. */
export const MAX_JSON_DEPTH = 100;
/** Maximum number of values of all kinds in one file, so that a tree of them always fits into memory. */
const MAX_JSON_VALUES = 2_000_000;

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

/**
 * Reads strict JSON (RFC 8259) with an object as its root; comments and trailing commas are errors.
 * Takes time linear in the length of the text.
 *
 * @param text the file's text without a byte order mark (see `decodeText`)
 * @throws MalformedFileError with line and column, if the text is not valid JSON or its root is not an object
 * @throws FileLimitError beyond 100 levels, 2,000,000 values, or 1,000,000 characters in one string
 */
export function visitJson(text: string, handler: JsonHandler): void {
  const oversized = findOversizedToken(text);
  if (oversized !== -1) {
    const message = 'a string or a run of white space is longer than 1000000 characters';
    throw new FileLimitError(message, toPosition(text, oversized));
  }
  visit(text, new StrictVisitor(text, handler).callbacks(), { disallowComments: true, allowTrailingComma: false });
}

function toPosition(text: string, offset: number): JsonPosition {
  const lines = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Passes jsonc-parser's events to a handler, and adds the limits and the strictness that jsonc-parser lacks. */
class StrictVisitor {
  private depth = 0;
  private valueCount = 0;

  constructor(
    private readonly text: string,
    private readonly handler: JsonHandler,
  ) {}

  callbacks(): JSONVisitor {
    return {
      onObjectBegin: (offset, _length, line, character) => {
        this.handler.beginObject(this.enter({ line: line + 1, column: character + 1 }), offset);
      },
      onObjectEnd: (offset, length) => {
        this.depth--;
        this.handler.endObject(offset + length);
      },
      onArrayBegin: (offset, _length, line, character) => {
        const position = { line: line + 1, column: character + 1 };
        this.refuseAsRoot('an array', position);
        this.handler.beginArray(this.enter(position), offset);
      },
      onArrayEnd: (offset, length) => {
        this.depth--;
        this.handler.endArray(offset + length);
      },
      onObjectProperty: (name, offset, _length, line, character) => {
        this.handler.member(name, { line: line + 1, column: character + 1 }, offset);
      },
      onLiteralValue: (value: unknown, offset, length, line, character) => {
        this.scalar(value, offset, length, { line: line + 1, column: character + 1 });
      },
      onError: (error, offset, _length, line, character) => {
        throw new MalformedFileError(this.describeError(error, offset), { line: line + 1, column: character + 1 });
      },
    };
  }

  private scalar(value: unknown, offset: number, length: number, position: JsonPosition): void {
    const kind = getScalarKind(value);
    this.refuseAsRoot(`a ${kind}`, position);
    this.countValue(position);
    // Numbers keep their digits: converted to a JavaScript number, 9007199254740993 and 1e400 would change.
    const text = typeof value === 'string' ? value : this.text.substring(offset, offset + length);
    this.handler.scalar(kind, text, position, offset, offset + length);
  }

  private enter(position: JsonPosition): JsonPosition {
    if (++this.depth > MAX_JSON_DEPTH) {
      throw new FileLimitError(`nested deeper than ${MAX_JSON_DEPTH} levels`, position);
    }
    this.countValue(position);
    return position;
  }

  private countValue(position: JsonPosition): void {
    if (++this.valueCount > MAX_JSON_VALUES) throw new FileLimitError(`more than ${MAX_JSON_VALUES} values`, position);
  }

  private refuseAsRoot(found: string, position: JsonPosition): void {
    if (this.depth === 0) throw new MalformedFileError(`the root must be an object, not ${found}`, position);
  }

  private describeError(error: ParseErrorCode, offset: number): string {
    const excerpt = this.text.slice(offset, offset + 20);
    const name = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `not valid JSON: ${name} at ${excerpt === '' ? 'the end of the file' : JSON.stringify(excerpt)}`;
  }
}

function getScalarKind(value: unknown): JsonScalarKind {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}
