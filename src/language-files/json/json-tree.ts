import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { visitJson } from './json-reader';

/** A JSON value with its position. Trees have at most 100 levels, so recursive functions cannot overflow the stack. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject extends JsonPosition {
  kind: 'object';
  /** In file order, duplicate names included. */
  members: JsonMember[];
}

export interface JsonArray extends JsonPosition {
  kind: 'array';
  items: JsonNode[];
}

export interface JsonScalar extends JsonPosition {
  kind: JsonScalarKind;
  /** A string's text, unescaped; any other value as written in the file (`1.0`, `1e400`, `true`, `null`). */
  text: string;
}

/** A member of an object; its position is where the name begins. */
export interface JsonMember extends JsonPosition {
  name: string;
  value: JsonNode;
}

/**
 * Reads the whole file into a tree, for formats in which the meaning of a value depends on its siblings.
 * `visitJson` needs less memory where the order of events is enough.
 *
 * @param text the file's text without a byte order mark (see `decodeText`)
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function readJson(text: string): JsonObject {
  const builder = new TreeBuilder();
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

/** Builds the tree of an object from its events. */
export class TreeBuilder implements JsonHandler {
  readonly root: JsonObject = { kind: 'object', members: [], line: 1, column: 1 };
  private readonly openNodes: (JsonObject | JsonArray)[] = [];
  private pendingMember: { name: string; position: JsonPosition } | undefined;

  beginObject(position: JsonPosition): void {
    if (this.openNodes.length === 0) this.openNodes.push(Object.assign(this.root, position));
    else this.descend({ kind: 'object', members: [], line: position.line, column: position.column });
  }

  beginArray({ line, column }: JsonPosition): void {
    this.descend({ kind: 'array', items: [], line, column });
  }

  endObject(): void {
    this.openNodes.pop();
  }

  endArray(): void {
    this.openNodes.pop();
  }

  member(name: string, position: JsonPosition): void {
    this.pendingMember = { name, position };
  }

  scalar(kind: JsonScalarKind, text: string, { line, column }: JsonPosition): void {
    this.add({ kind, text, line, column });
  }

  private descend(node: JsonObject | JsonArray): void {
    this.add(node);
    this.openNodes.push(node);
  }

  private add(value: JsonNode): void {
    const parent = this.openNodes.at(-1);
    if (parent?.kind === 'array') {
      parent.items.push(value);
    } else if (parent && this.pendingMember) {
      const { name, position } = this.pendingMember;
      parent.members.push({ name, value, line: position.line, column: position.column });
    }
  }
}
