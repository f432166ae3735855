import { findHabit } from '../template/name-habit';
import type { SourceTemplate } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import type { ListSpace, Span, TemplateElement } from '../template/file-template';
import { addList, createList, type NestedList } from '../template/nested-list';
import { type MemberWriter, NestedTemplate, type NewNode } from '../template/nested-template';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { visitJson } from './json-reader';
import { type FileOfNames, type NamesOfFile, type NewNames, newNames, separatorOf } from '../template/new-names';
import { lastTexts } from '../template/rewrite-template';
import { JsonStyle } from './json-style';
import { findReplacedValues, type ReplacedValues } from './replaced-values';

/** The content of a JSON file. */
export interface JsonPlaces {
  source: string;
  root: NestedList;
  style: JsonStyle;
  /** The file has nested objects or arrays. */
  isNested: boolean;
  names: NamesOfFile;
  /** The values by key, where one value has several texts. */
  values?: ReadonlyMap<string, Value>;
}

/**
 * Reads a JSON file.
 *
 * @param replaced values that stay as they are
 * @throws FormatError as `visitJson` does
 */
export function readJsonPlaces(
  source: string,
  file: FileOfNames = {},
  { replaced }: Pick<ReplacedValues, 'replaced'> = findReplacedValues(source),
): JsonPlaces {
  const separator = separatorOf(file);
  const reader = new TemplateReader(new KeyPaths(separator.text), replaced);
  visitJson(source, reader);
  const { root, isNested, hasJoined } = reader;
  // Listed here because a template is read while an export waits for its entries.
  lastTexts(root);
  const names = { hasJoined, isNested, isSplit: findHabit(root, separator) };
  return { source, root, style: new JsonStyle(source, root), isNested, names };
}

/** Makes a template of a file with nested objects for another file. @throws TemplateMisfitError as `newNames` does */
export const openJsonTemplate = (
  places: JsonPlaces,
  file: FileOfNames = {},
  source?: SourceTemplate<JsonPlaces>,
): JsonTemplate =>
  new JsonTemplate(
    places,
    newNames(file, places.names, () => source?.places()),
  );

/** Makes a template of a flat file for another file. @throws TemplateMisfitError as `newNames` does */
export const openFlatTemplate = (places: JsonPlaces, file: FileOfNames): JsonTemplate =>
  new JsonTemplate(places, newNames(file, { ...places.names, isNested: false, isSplit: false }));

/** Stands for the text of a value that a later text replaces: no text is in its place. */
const REPLACED = '…';

/** Builds the lists of a file. The keys are the same as in `visitJsonEntries`. */
class TemplateReader implements JsonHandler {
  readonly root = createList(0);
  isNested = false;
  private readonly open: { list: NestedList; element?: TemplateElement }[] = [];
  private name = '';
  private nameStart = 0;
  /** The element that a later member replaces, and the number of open objects and arrays in it, with itself. */
  private leftOut?: TemplateElement;
  private depth = 0;

  constructor(
    private readonly paths: KeyPaths,
    private readonly replaced: ReplacedValues['replaced'],
  ) {}

  get hasJoined(): boolean {
    return this.paths.hasJoined;
  }

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
    if (this.leftOut) return;
    if (this.replaced.has(start)) {
      this.addReplaced(position, start, end);
      return;
    }
    const name = this.nextKey(position);
    this.add({ start, end, text: { name, start, end, value: kind === 'null' ? null : text } });
  }

  private begin(position: JsonPosition, start: number, isArray: boolean): void {
    const parent = this.open.at(-1)?.list;
    if (!parent) {
      this.root.start = start + 1;
      this.open.push({ list: this.root });
      return;
    }
    this.isNested = true;
    if (this.leftOut || this.replaced.has(start)) {
      this.leftOut ??= this.addReplaced(position, start, start);
      this.depth++;
      return;
    }
    const list = createList(start + 1, parent, this.nextKey(position), isArray);
    addList(parent, parent.isArray ? String(parent.size) : this.name, list);
    // Without it, an earlier member of the name would count.
    if (parent.names.has(this.name) && !parent.isArray) list.isKept = true;
    this.open.push({ list, element: this.add({ start, end: start, list }) });
  }

  /** Adds a value that stays as long as the text that replaces it: the value would count without it. */
  private addReplaced(position: JsonPosition, start: number, end: number): TemplateElement {
    if (this.replaced.get(start)?.isContainer) return this.add({ start, end });
    return this.add({ start, end, text: { name: this.nextKey(position), start, end, value: REPLACED } });
  }

  private finish(end: number): void {
    if (this.leftOut) {
      this.leftOut.end = end;
      if (this.leftOut.text) this.leftOut.text.end = end;
      if (--this.depth === 0) this.leftOut = undefined;
      return;
    }
    const closed = this.open.pop();
    if (!closed) return;
    closed.list.end = end - 1;
    if (closed.element) closed.element.end = end;
  }

  /** Adds an element to the open list; the element of a member begins with the name. */
  private add(element: TemplateElement): TemplateElement {
    const parent = this.open.at(-1)?.list ?? this.root;
    if (parent.isArray) {
      element.isPositional = true;
      parent.size++;
    } else {
      element.start = this.nameStart;
      parent.names.add(this.name);
    }
    parent.elements.push(element);
    return element;
  }

  private nextKey(position: JsonPosition): string {
    const parent = this.open.at(-1)?.list;
    if (parent?.isArray) return this.paths.item(parent.key ?? '', parent.size, position);
    return this.paths.child(parent?.key, this.name, position);
  }
}

export class JsonTemplate extends NestedTemplate {
  readonly emptyToken = 'null';
  readonly values?: ReadonlyMap<string, Value>;
  private readonly style: JsonStyle;

  constructor({ source, root, style, values }: JsonPlaces, names: NewNames) {
    super(source, root, names);
    this.style = style;
    this.values = values;
  }

  holds({ key, value }: EntryToWrite): boolean {
    if (this.values || typeof value !== 'string') return false;
    return lastTexts(this.root).get(key)?.value === value;
  }

  writeToken(value: string): string {
    return this.style.string(value);
  }

  spaceOf(list: NestedList): ListSpace {
    const indent = this.style.indentOf(list);
    const outer = indent.slice(this.style.unit.length);
    const { newline } = this.style;
    return { before: newline + indent, between: `,${newline || this.style.blank}${indent}`, after: newline + outer };
  }

  protected writeItem(list: NestedList, item: NewNode): string {
    return this.writeNode(item, this.style.indentOf(list), this.style.colonOf(list));
  }

  protected memberWriter(list: NestedList): MemberWriter {
    const colon = this.style.colonOf(list);
    const indent = this.style.indentOf(list);
    return (name, node) => `${this.style.string(name)}${colon}${this.writeNode(node, indent, colon)}`;
  }

  protected nameTokenOf(_list: NestedList, { start }: TemplateElement, name: string): Span | undefined {
    return jsonStringAt(this.source, start, name);
  }

  protected writeName(_list: NestedList, name: string): string {
    return this.style.string(name);
  }

  /** Recurses at most `MAX_NESTING` levels. */
  private writeNode(node: NewNode, indent: string, colon: string): string {
    const { style } = this;
    if (node.kind === 'leaf') return node.value ? style.string(node.value.value) : this.emptyToken;
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

const STRING = /"(?:[^"\\]|\\.)*"/y;

/** Returns the place of a string that begins at an offset; undefined for another string. */
export function jsonStringAt(source: string, start: number, text: string): Span | undefined {
  STRING.lastIndex = start;
  const [token] = STRING.exec(source) ?? [];
  return token !== undefined && JSON.parse(token) === text ? { start, end: start + token.length } : undefined;
}
