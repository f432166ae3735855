import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { oversizedToken } from './json-tokens';

/** How deep objects and arrays may stand in each other, the root being the first level. */
export const MAX_JSON_DEPTH = 100;
/** Values of all kinds in one file: a tree of them must fit into memory whatever the file says. */
const MAX_JSON_VALUES = 2_000_000;

/** 1-based; the column in UTF-16 code units. A byte order mark does not count. */
export interface JsonPosition {
  line: number;
  column: number;
}

export type JsonScalarKind = 'string' | 'number' | 'boolean' | 'null';

/**
 * What a JSON file holds, in its order, duplicate names included. `member` comes before the value that it names; items of
 * an array come without. The first event is the root's `beginObject`. Paths are the visitor's own business.
 */
export interface JsonEvents {
  beginObject(position: JsonPosition): void;
  endObject(): void;
  beginArray(position: JsonPosition): void;
  endArray(): void;
  member(name: string, position: JsonPosition): void;
  /** `text`: a string's text, unescaped; anything else as it is written in the file (`1.0`, `1e400`, `true`, `null`). */
  scalar(kind: JsonScalarKind, text: string, position: JsonPosition): void;
}

/**
 * Reads strict JSON (RFC 8259), whose root must be an object; comments and trailing commas are errors. Linear in the text.
 *
 * @param text without a byte order mark (`decodeText`)
 * @throws MalformedFileError with line and column
 * @throws FileLimitError beyond 100 levels, 2,000,000 values, or 1,000,000 characters in one string
 */
export function visitJson(text: string, events: JsonEvents): void {
  const oversized = oversizedToken(text);
  if (oversized !== -1)
    throw new FileLimitError('more than 1000000 characters in one piece', positionOf(text, oversized));
  visit(text, new GuardedVisitor(text, events).callbacks(), { disallowComments: true, allowTrailingComma: false });
}

function positionOf(text: string, offset: number): JsonPosition {
  const lines = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Between jsonc-parser, which recovers from anything and has no bounds, and our events. */
class GuardedVisitor {
  private depth = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly events: JsonEvents,
  ) {}

  callbacks(): JSONVisitor {
    return {
      onObjectBegin: (_offset, _length, line, character) => {
        this.events.beginObject(this.enter({ line: line + 1, column: character + 1 }));
      },
      onObjectEnd: () => {
        this.depth--;
        this.events.endObject();
      },
      onArrayBegin: (_offset, _length, line, character) => {
        const position = { line: line + 1, column: character + 1 };
        this.refuseAsRoot('an array', position);
        this.events.beginArray(this.enter(position));
      },
      onArrayEnd: () => {
        this.depth--;
        this.events.endArray();
      },
      onObjectProperty: (name, _offset, _length, line, character) => {
        this.events.member(name, { line: line + 1, column: character + 1 });
      },
      onLiteralValue: (value: unknown, offset, length, line, character) => {
        this.scalar(value, offset, length, { line: line + 1, column: character + 1 });
      },
      onError: (error, offset, _length, line, character) => {
        throw new MalformedFileError(this.reason(error, offset), { line: line + 1, column: character + 1 });
      },
    };
  }

  private scalar(value: unknown, offset: number, length: number, position: JsonPosition): void {
    const kind = scalarKind(value);
    this.refuseAsRoot(`a ${kind}`, position);
    this.count(position);
    // A number is never read as one: 9007199254740993 and 1e400 would come back as others.
    const text = typeof value === 'string' ? value : this.text.substring(offset, offset + length);
    this.events.scalar(kind, text, position);
  }

  private enter(position: JsonPosition): JsonPosition {
    if (++this.depth > MAX_JSON_DEPTH) {
      throw new FileLimitError(`nested deeper than ${MAX_JSON_DEPTH} levels`, position);
    }
    this.count(position);
    return position;
  }

  private count(position: JsonPosition): void {
    if (++this.values > MAX_JSON_VALUES) throw new FileLimitError(`more than ${MAX_JSON_VALUES} values`, position);
  }

  private refuseAsRoot(what: string, position: JsonPosition): void {
    if (this.depth === 0) throw new MalformedFileError(`the root must be an object, not ${what}`, position);
  }

  private reason(error: ParseErrorCode, offset: number): string {
    const found = this.text.slice(offset, offset + 20);
    const name = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `not valid JSON: ${name} at ${found === '' ? 'the end of the file' : JSON.stringify(found)}`;
  }
}

function scalarKind(value: unknown): JsonScalarKind {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}
