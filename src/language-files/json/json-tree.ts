import type { Span } from '../template/file-template';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { visitJson } from './json-reader';

/** A JSON value with its position. Trees have at most 100 levels, so recursive functions cannot overflow the stack. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject extends JsonPosition, Partial<Span> {
  kind: 'object';
  /** In file order, duplicate names included. */
  members: JsonMember[];
}

export interface JsonArray extends JsonPosition, Partial<Span> {
  kind: 'array';
  items: JsonNode[];
}

export interface JsonScalar extends JsonPosition, Partial<Span> {
  kind: JsonScalarKind;
  /** A string's text, unescaped; any other value as written in the file (`1.0`, `1e400`, `true`, `null`). */
  text: string;
}

/** A member of an object; its position is that of the name, and its span is that of the name and the value. */
export interface JsonMember extends JsonPosition, Partial<Span> {
  name: string;
  value: JsonNode;
}

/**
 * Reads the whole file into a tree, for formats in which the meaning of a value depends on its siblings.
 * `visitJson` needs less memory where the order of events is enough.
 *
 * @param text the file's text without a byte order mark (see `decodeText`)
 * @param options `keepsSpans`: the nodes and members have their spans
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function readJson(text: string, { keepsSpans = false } = {}): JsonObject {
  const builder = new TreeBuilder(keepsSpans);
  visitJson(text, builder);
  return builder.root;
}

/** Returns the last member with the name, as `JSON.parse` would; undefined if there is none. */
export function lastMember(object: JsonObject, name: string): JsonMember | undefined {
  return object.members.findLast((member) => member.name === name);
}

/** The position of nodes that do not come from a file. */
const NO_POSITION: JsonPosition = { line: 0, column: 0 };

/** Creates a string node for a tree that is to be printed. */
export const stringNode = (text: string): JsonScalar => ({ kind: 'string', text, ...NO_POSITION });

/** Creates an object node for a tree that is to be printed. */
export const objectNode = (members: Iterable<readonly [name: string, value: JsonNode]>): JsonObject => ({
  kind: 'object',
  members: Array.from(members, ([name, value]): JsonMember => ({ name, value, ...NO_POSITION })),
  ...NO_POSITION,
});

class TreeBuilder implements JsonHandler {
  readonly root: JsonObject = { kind: 'object', members: [], line: 1, column: 1 };
  private readonly openNodes: (JsonObject | JsonArray)[] = [];
  private pendingMember: { name: string; position: JsonPosition; start: number } | undefined;

  constructor(private readonly keepsSpans: boolean) {}

  beginObject(position: JsonPosition, start: number): void {
    if (this.openNodes.length === 0) {
      this.openNodes.push(Object.assign(this.root, position, this.spanAt(start)));
    } else {
      this.descend({ kind: 'object', members: [], ...position, ...this.spanAt(start) }, start);
    }
  }

  beginArray(position: JsonPosition, start: number): void {
    this.descend({ kind: 'array', items: [], ...position, ...this.spanAt(start) }, start);
  }

  endObject(end: number): void {
    this.endNode(end);
  }

  endArray(end: number): void {
    this.endNode(end);
  }

  member(name: string, position: JsonPosition, start: number): void {
    this.pendingMember = { name, position, start };
  }

  scalar(kind: JsonScalarKind, text: string, position: JsonPosition, start: number, end: number): void {
    this.add({ kind, text, ...position, ...this.spanAt(start, end) }, end);
  }

  private descend(node: JsonObject | JsonArray, start: number): void {
    this.add(node, start);
    this.openNodes.push(node);
  }

  private add(value: JsonNode, end: number): void {
    const parent = this.openNodes.at(-1);
    if (parent?.kind === 'array') {
      parent.items.push(value);
    } else if (parent && this.pendingMember) {
      const { name, position, start } = this.pendingMember;
      parent.members.push({ name, value, ...position, ...this.spanAt(start, end) });
    }
  }

  private endNode(end: number): void {
    const node = this.openNodes.pop();
    if (!node || !this.keepsSpans) return;
    node.end = end;
    const parent = this.openNodes.at(-1);
    const member = parent?.kind === 'object' ? parent.members.at(-1) : undefined;
    if (member) member.end = end;
  }

  private spanAt(start: number, end = start): Span | undefined {
    return this.keepsSpans ? { start, end } : undefined;
  }
}
