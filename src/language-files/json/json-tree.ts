import { visitJson, type JsonEvents, type JsonPosition, type JsonScalarKind } from './json-reader';

/** A JSON value with its place. Trees are at most 100 levels high, so that walking them may recurse. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

export interface JsonObject extends JsonPosition {
  kind: 'object';
  /** In the order of the file, duplicate names included. */
  members: JsonMember[];
}

export interface JsonArray extends JsonPosition {
  kind: 'array';
  items: JsonNode[];
}

export interface JsonScalar extends JsonPosition {
  kind: JsonScalarKind;
  /** A string's text, unescaped; anything else as it is written in the file (`1.0`, `1e400`, `true`, `null`). */
  text: string;
}

/** The place is that of the name. */
export interface JsonMember extends JsonPosition {
  name: string;
  value: JsonNode;
}

/**
 * The whole file as a tree, for formats that must look at siblings before they know what a value means.
 * Where the order of events is enough, `visitJson` holds less.
 *
 * @param text without a byte order mark (`decodeText`)
 * @throws MalformedFileError, FileLimitError as `visitJson` does
 */
export function readJson(text: string): JsonObject {
  const builder = new TreeBuilder();
  visitJson(text, builder);
  return builder.root;
}

/** The last member of that name, as `JSON.parse` would have it; undefined where there is none. */
export function lastMember(object: JsonObject, name: string): JsonMember | undefined {
  return object.members.findLast((member) => member.name === name);
}

class TreeBuilder implements JsonEvents {
  readonly root: JsonObject = { kind: 'object', members: [], line: 1, column: 1 };
  private readonly open: (JsonObject | JsonArray)[] = [];
  private pending: { name: string; position: JsonPosition } | undefined;

  beginObject(position: JsonPosition): void {
    if (this.open.length === 0) {
      this.open.push(Object.assign(this.root, position));
    } else {
      this.descend({ kind: 'object', members: [], ...position });
    }
  }

  beginArray(position: JsonPosition): void {
    this.descend({ kind: 'array', items: [], ...position });
  }

  endObject(): void {
    this.open.pop();
  }

  endArray(): void {
    this.open.pop();
  }

  member(name: string, position: JsonPosition): void {
    this.pending = { name, position };
  }

  scalar(kind: JsonScalarKind, text: string, position: JsonPosition): void {
    this.add({ kind, text, ...position });
  }

  private descend(node: JsonObject | JsonArray): void {
    this.add(node);
    this.open.push(node);
  }

  private add(value: JsonNode): void {
    const parent = this.open.at(-1);
    if (parent?.kind === 'array') {
      parent.items.push(value);
    } else if (parent && this.pending) {
      parent.members.push({ name: this.pending.name, value, ...this.pending.position });
    }
  }
}
