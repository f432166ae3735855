import { compareCodePoints } from '../model/code-point-order';
import type { Value } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import { type KeyNode, nestKeys } from '../model/nesting/key-tree';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
} from '../template/file-template';
import { type JsonHandler, type JsonPosition, type JsonScalarKind, visitJson } from './json-reader';
import { JsonStyle } from './json-style';

/** An object or array of a template. */
interface JsonList extends TemplateList {
  elements: JsonElement[];
  /** The lists that are members, by name; those that are items, by index. */
  lists: Map<string, JsonList>;
  /** The lengths of their names. */
  lengths: Set<number>;
  /** Names of the members. */
  names: Set<string>;
  parent?: JsonList;
  /** The key of the object or array; undefined for the root. */
  key?: string;
  /** Items that are to be appended to an array. */
  added: number;
}

type JsonElement = TemplateElement & { list?: JsonList };

/** Reads a JSON file as a template. @throws FormatError as `visitJson` does */
export function readJsonTemplate(source: string): JsonTemplate {
  const reader = new TemplateReader();
  visitJson(source, reader);
  return new JsonTemplate(source, reader.root, reader.isNested);
}

/** Builds the lists of a file. Keys are those of `visitJsonEntries`. */
class TemplateReader implements JsonHandler {
  readonly root = createList(0);
  isNested = false;
  private readonly open: { list: JsonList; element?: JsonElement }[] = [];
  private readonly paths = new KeyPaths();
  private name = '';
  private nameStart = 0;

  member(name: string, _position: JsonPosition, start: number): void {
    this.name = name;
    this.nameStart = start;
  }

  beginObject(position: JsonPosition, start: number): void {
    this.begin(position, start, false);
  }

  beginArray(position: JsonPosition, start: number): void {
    this.begin(position, start, true);
  }

  endObject(end: number): void {
    this.finish(end);
  }

  endArray(end: number): void {
    this.finish(end);
  }

  scalar(kind: JsonScalarKind, text: string, position: JsonPosition, start: number, end: number): void {
    const name = this.nextKey(position);
    this.add({ start, end, text: { name, start, end, value: kind === 'null' ? null : text } });
  }

  private begin(position: JsonPosition, start: number, isPositional: boolean): void {
    const parent = this.open.at(-1)?.list;
    if (!parent) {
      this.root.start = start + 1;
      this.open.push({ list: this.root });
      return;
    }
    this.isNested = true;
    const list = createList(start + 1, parent, this.nextKey(position), isPositional);
    parent.lists.set(parent.isPositional ? String(parent.elements.length) : this.name, list);
    parent.lengths.add(this.name.length);
    this.open.push({ list, element: this.add({ start, end: start, list }) });
  }

  private finish(end: number): void {
    const closed = this.open.pop();
    if (!closed) return;
    closed.list.end = end - 1;
    if (closed.element) closed.element.end = end;
  }

  /** Adds an element to the open list; that of a member begins with the name. */
  private add(element: JsonElement): JsonElement {
    const parent = this.open.at(-1)?.list ?? this.root;
    if (!parent.isPositional) {
      element.start = this.nameStart;
      parent.names.add(this.name);
    }
    parent.elements.push(element);
    return element;
  }

  private nextKey(position: JsonPosition): string {
    const parent = this.open.at(-1)?.list;
    if (parent?.isPositional) return this.paths.item(parent.key ?? '', parent.elements.length, position);
    return this.paths.child(parent?.key, this.name, position);
  }
}

const createList = (start: number, parent?: JsonList, key?: string, isPositional?: boolean): JsonList => ({
  ...{ start, end: start, elements: [], lists: new Map(), lengths: new Set(), names: new Set(), added: 0 },
  ...{ parent, key, isPositional },
});

export class JsonTemplate implements FileTemplate {
  readonly emptyToken = 'null';
  values?: ReadonlyMap<string, Value>;
  private readonly style: JsonStyle;
  /** The names of new texts in their lists. */
  private readonly namesInList = new Map<string, string>();

  /** @param isNested a new name is split at its dots, as the names of the file are */
  constructor(
    readonly source: string,
    readonly root: JsonList,
    readonly isNested: boolean,
  ) {
    this.style = new JsonStyle(source, root);
  }

  listFor(name: string): JsonList {
    const { list, rest } = this.isNested ? findList(this.root, name) : { list: this.root, rest: name };
    if (list.names.has(rest)) throw new TemplateMisfitError(`the file has another value named ${JSON.stringify(rest)}`);
    if (list.isPositional) list.added++;
    this.namesInList.set(name, rest);
    return list;
  }

  writeToken(value: string): string {
    return this.style.string(value);
  }

  writeElements(list: JsonList, texts: readonly NewText[]): NewElement[] {
    if (list.isPositional) return texts.map(({ name, value }) => ({ source: this.style.string(value), names: [name] }));
    const named = texts.map((text): [string, NewText] => [this.namesInList.get(text.name) ?? text.name, text]);
    const write = this.memberWriter(list);
    if (!this.isNested) return named.map(([name, text]) => write(name, { kind: 'leaf', value: text }));
    named.sort(([one], [other]) => compareCodePoints(one, other));
    return Array.from(nestKeys(named).members).flatMap(([name, node]) =>
      node.kind !== 'leaf' && list.names.has(name)
        ? leavesOf(node).map((text) =>
            write(this.namesInList.get(text.name) ?? text.name, { kind: 'leaf', value: text }),
          )
        : write(name, node),
    );
  }

  spaceOf(list: JsonList): ListSpace {
    const indent = this.style.indentOf(list);
    const outer = indent.slice(this.style.unit.length);
    const { newline } = this.style;
    return { before: newline + indent, between: `,${newline || this.style.blank}${indent}`, after: newline + outer };
  }

  private memberWriter(list: JsonList): (name: string, node: KeyNode<NewText>) => NewElement {
    const colon = this.style.colonOf(list);
    const indent = this.style.indentOf(list);
    return (name, node) => {
      const source = `${this.style.string(name)}${colon}${this.writeNode(node, indent, colon)}`;
      return { source, names: leavesOf(node).map((text) => text.name) };
    };
  }

  /** Recurses at most `MAX_NESTING` levels. */
  private writeNode(node: KeyNode<NewText>, indent: string, colon: string): string {
    const { style } = this;
    if (node.kind === 'leaf') return style.string(node.value.value);
    const inner = indent + style.unit;
    const children =
      node.kind === 'array'
        ? node.items.map((item) => this.writeNode(item, inner, colon))
        : Array.from(
            node.members,
            ([name, child]) => `${style.string(name)}${colon}${this.writeNode(child, inner, colon)}`,
          );
    const [open, close] = node.kind === 'array' ? '[]' : '{}';
    const line = style.newline && style.newline + inner;
    return `${open}${line}${children.join(`,${line || style.blank}`)}${style.newline && style.newline + indent}${close}`;
  }
}

/** Returns the innermost list that a key belongs to, and its name there. */
function findList(root: JsonList, key: string): { list: JsonList; rest: string } {
  let list = root;
  let rest = key;
  for (;;) {
    const next = enter(list, rest);
    if (!next) break;
    [list, rest] = next;
  }
  // An array takes the next item only. Its object takes other items by their dotted names.
  while (list.isPositional && rest !== `[${list.elements.length + list.added}]`) [list, rest] = leave(list, key);
  return { list, rest: list.isPositional ? '' : rest };
}

/** The lists that a key may be in, of those that one list contains. Each look-up takes time in proportion to the key. */
const MAX_LOOKUPS = 100;

/** Returns the list with the longest name that the key begins with, and the rest of the key. */
function enter(list: JsonList, key: string): [JsonList, string] | undefined {
  if (list.isPositional) {
    const [whole, index = ''] = /^\[(\d+)\]/.exec(key) ?? [];
    const item = whole === undefined ? undefined : list.lists.get(index);
    return item && whole !== undefined ? restIn(item, key.slice(whole.length)) : undefined;
  }
  let lookups = 0;
  for (let end = key.length - 1; end > 0 && lookups < MAX_LOOKUPS; end--) {
    if ((key[end] !== '.' && key[end] !== '[') || !list.lengths.has(end)) continue;
    lookups++;
    const child = list.lists.get(key.slice(0, end));
    const found = child && restIn(child, key.slice(end));
    if (found) return found;
  }
  return undefined;
}

/** @param rest of the key, behind the name of the list */
function restIn(list: JsonList, rest: string): [JsonList, string] | undefined {
  if (list.isPositional) return rest.startsWith('[') ? [list, rest] : undefined;
  return rest.startsWith('.') && rest.length > 1 ? [list, rest.slice(1)] : undefined;
}

function leave(list: JsonList, key: string): [JsonList, string] {
  const outer = list.parent ?? list;
  return [outer, outer.key === undefined ? key : key.slice(outer.key.length + (outer.isPositional ? 0 : 1))];
}

function leavesOf(node: KeyNode<NewText>): NewText[] {
  if (node.kind === 'leaf') return [node.value];
  return (node.kind === 'array' ? node.items : [...node.members.values()]).flatMap(leavesOf);
}
