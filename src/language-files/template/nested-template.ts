import { compareCodePoints } from '../model/code-point-order';
import { KeySeparator } from '../model/nesting/key-separator';
import { type KeyNode, nestKeys } from '../model/nesting/key-tree';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from './file-template';
import type { NewNames } from './new-names';

/** A map or an array of a nested file. */
export interface NestedList extends TemplateList {
  /** The lists that are members, by name; those that are items, by index. */
  lists: Map<string, NestedList>;
  /** The lengths of their names. */
  lengths: Set<number>;
  /** Names of the members. */
  names: Set<string>;
  parent?: NestedList;
  /** The key of the map or array; undefined for one whose names are keys. */
  key?: string;
  /** Whether it is an array: its elements have places, not names. */
  isArray: boolean;
  /** Items of an array. */
  size: number;
  /** The file has no place for further elements of it. */
  isClosed?: boolean;
}

export const createList = (start: number, parent?: NestedList, key?: string, isArray = false): NestedList => ({
  ...{ start, end: start, elements: [], lists: new Map(), lengths: new Set(), names: new Set(), size: 0 },
  ...{ parent, key, isArray },
});

/** Adds a list to the one around it, under its name or index. */
export function addList(parent: NestedList, name: string, list: NestedList): void {
  parent.lists.set(name, list);
  parent.lengths.add(name.length);
}

/** Writes an element of a map. */
export type MemberWriter = (name: string, node: KeyNode<NewText>) => string;

/** The template of a file with nested maps and arrays, whose keys are those of `KeyPaths`. */
export abstract class NestedTemplate implements FileTemplate {
  abstract readonly emptyToken: string;
  /** The lists of new texts, and their names in them. */
  private readonly places = new Map<string, { list: NestedList; rest: string }>();
  /** Items that are to be appended to an array. */
  private readonly added = new Map<NestedList, number>();
  private readonly habits = new Map<NestedList, boolean>();

  constructor(
    readonly source: string,
    readonly root: NestedList,
    protected readonly names: NewNames,
  ) {}

  get isNested(): boolean {
    return this.names.isNested;
  }

  abstract writeToken(value: string, replaced: TemplateText): string;
  abstract spaceOf(list: NestedList): ListSpace;
  /** Writes an element of an array. */
  protected abstract writeItem(list: NestedList, text: NewText): string;
  /** Returns what writes the new elements of a map. */
  protected abstract memberWriter(list: NestedList): MemberWriter;

  listFor(name: string): NestedList {
    const place = this.isNested ? this.findList(name) : { list: this.root, rest: name };
    const { list, rest } = place;
    if (list.isClosed || list.names.has(rest)) {
      throw new TemplateMisfitError(`the file has no place for ${JSON.stringify(rest)}`);
    }
    if (list.isArray) this.added.set(list, (this.added.get(list) ?? 0) + 1);
    this.places.set(name, place);
    return list;
  }

  writeElements(list: NestedList, texts: readonly NewText[]): NewElement[] {
    if (list.isArray) {
      const write = (text: NewText): string => this.writeItem(list, text);
      return texts.map((text) => ({ source: write(text), isPositional: true, names: [text.name] }));
    }
    const named = texts.map((text): [string, NewText] => [this.nameInList(text), text]);
    const writer = this.memberWriter(list);
    const write = (name: string, node: KeyNode<NewText>): NewElement => ({
      source: writer(name, node),
      names: leavesOf(node).map((text) => text.name),
    });
    if (!this.isNested) return named.map(([name, text]) => write(name, { kind: 'leaf', value: text }));
    named.sort(([one], [other]) => compareCodePoints(one, other));
    const separator = this.splitsNames(list) ? this.names.separator : new KeySeparator('');
    return Array.from(nestKeys(named, { separator, onGuess: this.names.onGuess }).members).flatMap(([name, node]) =>
      node.kind !== 'leaf' && list.names.has(name)
        ? leavesOf(node).map((text) => write(this.nameInList(text), { kind: 'leaf', value: text }))
        : write(name, node),
    );
  }

  /** Returns whether new names in a map are split: most of its names are, or those of the map around it. */
  private splitsNames(list: NestedList): boolean {
    const known = this.names.isAlwaysSplit ? true : this.habits.get(list);
    if (known !== undefined) return known;
    let [split, whole] = [0, 0];
    for (const inner of list.lists.values()) if (!inner.isArray) split++;
    for (const name of list.names) if (this.names.separator.splits(name)) whole++;
    const outer = (): boolean => (list.parent ? this.splitsNames(list.parent) : this.isNested);
    const habit = split === whole ? outer() : split > whole;
    this.habits.set(list, habit);
    return habit;
  }

  /** Returns the list of a new text. */
  protected listOf(name: string): NestedList | undefined {
    return this.places.get(name)?.list;
  }

  /** Returns the name of a new text in its list. */
  protected nameInList({ name }: Pick<NewText, 'name'>): string {
    return this.places.get(name)?.rest ?? name;
  }

  /** Returns the innermost list that a key belongs to, and its name there. */
  protected findList(key: string): { list: NestedList; rest: string } {
    let list = this.root;
    let rest = key;
    const { separator } = this.names;
    for (;;) {
      const next = enter(list, rest, separator);
      if (!next) break;
      [list, rest] = next;
    }
    // An array takes the next item only. Its map takes other items by their dotted names.
    while (list.isArray && rest !== `[${list.size + (this.added.get(list) ?? 0)}]`)
      [list, rest] = leave(list, key, separator);
    return { list, rest: list.isArray ? '' : rest };
  }
}

/** The lists that a key may be in, of those that one list contains. Each look-up takes time in proportion to the key. */
const MAX_LOOKUPS = 100;

/** Returns the list with the longest name that the key begins with, and the rest of the key. */
function enter(list: NestedList, key: string, separator: KeySeparator): [NestedList, string] | undefined {
  if (list.isArray) {
    const [whole, index = ''] = /^\[(\d+)\]/.exec(key) ?? [];
    const item = whole === undefined ? undefined : list.lists.get(index);
    return item && whole !== undefined ? restIn(item, key.slice(whole.length), separator) : undefined;
  }
  let lookups = 0;
  for (let end = key.length - 1; end > 0 && lookups < MAX_LOOKUPS; end--) {
    if (!list.lengths.has(end) || (key[end] !== '[' && !separator.isAt(key, end))) continue;
    lookups++;
    const child = list.lists.get(key.slice(0, end));
    const found = child && restIn(child, key.slice(end), separator);
    if (found) return found;
  }
  return undefined;
}

/** @param rest of the key, behind the name of the list */
function restIn(list: NestedList, rest: string, separator: KeySeparator): [NestedList, string] | undefined {
  if (list.isArray) return rest.startsWith('[') ? [list, rest] : undefined;
  const { length } = separator;
  return separator.isAt(rest, 0) && rest.length > length ? [list, rest.slice(length)] : undefined;
}

function leave(list: NestedList, key: string, { length }: KeySeparator): [NestedList, string] {
  const outer = list.parent ?? list;
  return [outer, outer.key === undefined ? key : key.slice(outer.key.length + (outer.isArray ? 0 : length))];
}

function leavesOf(node: KeyNode<NewText>): NewText[] {
  if (node.kind === 'leaf') return [node.value];
  return (node.kind === 'array' ? node.items : [...node.members.values()]).flatMap(leavesOf);
}
