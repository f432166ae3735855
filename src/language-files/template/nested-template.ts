import { findHabit } from './name-habit';
import { compareCodePoints } from '../model/code-point-order';
import { type KeyPath, type PlacedStep, stepsByPath } from '../model/nesting/key-path';
import { KeySeparator } from '../model/nesting/key-separator';
import { type KeyNode, type KeyToNest, nestKeys } from '../model/nesting/key-tree';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type Span,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
  type WantedTexts,
} from './file-template';
import { enterAll, followSteps, isNested, leave, type NestedList } from './nested-list';
import { NewItems } from './new-items';
import { type NewNames } from './new-names';
import { innermost, lastTexts, textsOf } from './rewrite-template';

/** New texts as maps and arrays. A leaf that is null stands for an item without a text. */
export type NewNode = KeyNode<NewText | null>;

/** Writes an element of a map. */
export type MemberWriter = (name: string, node: NewNode) => string;

/** The name under which new items of an array are nested. */
const ITEMS = 'items';

/**
 * A new text, or null for an item without one, by its name in a list, and its path there if its name does not show it.
 */
type Named = [name: string, text: NewText | null, path?: KeyPath];

/** The template of a file with nested maps and arrays, whose keys are built as in `KeyPaths`. */
export abstract class NestedTemplate implements FileTemplate {
  abstract readonly emptyToken: string;
  /** The lists of new texts, and their names in them. */
  private readonly places = new Map<string, { list: NestedList; rest: string }>();
  readonly paths = new Map<string, KeyPath>();
  private wanted: WantedTexts = new Map();
  private lacksText: (text: TemplateText) => boolean = () => false;
  /** The keys whose texts have other names, below theirs. */
  protected readonly split = new Set<string>();
  private cachedItems?: NewItems;
  private readonly habits = new Map<NestedList, boolean>();
  /** The names of maps and lists that are removed, by the map around them. */
  private readonly freed = new Map<NestedList, Set<string>>();

  constructor(
    readonly source: string,
    readonly root: NestedList,
    protected readonly names: NewNames,
  ) {}

  get isNested(): boolean {
    return this.names.isNested || this.names.ofSource?.nests(this.root) === true;
  }

  abstract writeToken(value: string, replaced: TemplateText): string;
  abstract spaceOf(list: NestedList): ListSpace;
  /** Writes an element of an array. */
  protected abstract writeItem(list: NestedList, item: NewNode): string;
  /** Returns what writes the new elements of a map. */
  protected abstract memberWriter(list: NestedList): MemberWriter;
  /** Returns where the name of a member stands; undefined if it cannot be replaced. @param name that the member has */
  protected abstract nameTokenOf(list: NestedList, element: TemplateElement, name: string): Span | undefined;
  /** Writes a name in the style of the token that it replaces. */
  protected abstract writeName(list: NestedList, name: string, replaced: Span): string;

  prepare(wanted: WantedTexts, lacksText: (text: TemplateText) => boolean): WantedTexts {
    this.wanted = wanted;
    this.lacksText = lacksText;
    this.cachedItems = undefined;
    const taken = this.findTaken();
    if (taken.size > 0) this.wanted = new Map([...wanted].filter(([name]) => !taken.has(name)));
    return this.wanted;
  }

  /** Returns the names of the places without a text where new texts need a map or an array. */
  private findTaken(): Set<string> {
    const taken = new Set<string>();
    const places = lastTexts(this.root);
    const add = (name: string | undefined): void => {
      const place = name === undefined ? undefined : places.get(name);
      if (place && !place.value && (place.key ?? name) === name && this.lacksText(place)) taken.add(place.name);
    };
    for (const name of this.split) add(name);
    if (![...places.values()].some(({ value }) => !value) || !this.isNested) return taken;
    for (const [name, value] of this.wanted) {
      if (value !== undefined && !places.has(name)) add(this.nameAround(name));
    }
    return taken;
  }

  /** Returns the name of the map or array that a new text needs in a map of the file; undefined without one. */
  private nameAround(name: string): string | undefined {
    const { list, rest } = this.findList(name);
    if (list.isArray) return undefined;
    const { separator } = this.names;
    const before = name.length - rest.length;
    const [step, index] = this.pathIn(name, before) ?? [];
    const end = this.splitsNames(list) ? separator.find(rest, 0, separator.limitIn(rest)) : -1;
    const first = typeof step === 'string' ? step : rest.slice(0, end < 0 ? undefined : end);
    const [, array = first, item = index] = /^([^]+?)\[(\d+)\](?:\[\d+\])*$/.exec(first) ?? [];
    const outer = name.slice(0, before) + array;
    if (item === undefined || typeof index === 'string') return outer;
    return Number(item) < this.items.countFrom(outer, 0) ? outer : undefined;
  }

  emptyListToken(list: TemplateList): string {
    const inner = innermost(list);
    return isNested(inner) && inner.isArray ? '[]' : '{}';
  }

  /** A member gets another name if its new key belongs to the same map. A form of a plural keeps its suffix. */
  rename({ element, list, from, to }: Renaming): Replacement[] | undefined {
    if (!isNested(list)) return undefined;
    const { separator } = this.names;
    const before = list.key === undefined ? '' : list.key + separator.text;
    if (list.isArray || !from.startsWith(before) || !to.startsWith(before)) return undefined;
    const suffix = element.text && element.text.name.startsWith(from) ? element.text.name.slice(from.length) : '';
    const name = to.slice(before.length);
    const isInList = !this.isNested || (this.findList(to).list === list && !this.isNewItem(to));
    const steps = this.pathIn(to, before.length);
    const isSplit = steps ? steps.length > 1 : separator.splits(name) && this.splitsNames(list);
    if (!isInList || (this.isNested && isSplit)) return undefined;
    const written = name + suffix;
    if (name === '' || list.isClosed || list.names.has(written)) return undefined;
    const token = this.nameTokenOf(list, element, from.slice(before.length) + suffix);
    return token && [{ start: token.start, end: token.end, token: this.writeName(list, written, token) }];
  }

  listFor(name: string): NestedList {
    const place = this.isNested ? this.findList(name) : { list: this.root, rest: name };
    const { list, rest } = place;
    if (list.isClosed || this.hasName(list, rest)) {
      throw new TemplateMisfitError(`the file has no place for ${JSON.stringify(rest)}`);
    }
    this.places.set(name, place);
    return list;
  }

  writeElements(list: NestedList, texts: readonly NewText[]): NewElement[] {
    if (list.isArray) return this.writeItems(list, texts);
    const writer = this.memberWriter(list);
    const { text: separatorText } = this.names.separator;
    const write = (name: string, node: NewNode): NewElement => ({
      source: writer(name, node),
      names: leavesOf(node).map((text) => text.name),
      ...(node.kind !== 'leaf' && { orderName: list.key === undefined ? name : list.key + separatorText + name }),
    });
    if (!this.isNested) return texts.map((text) => write(text.name, { kind: 'leaf', value: text }));
    const [first] = texts;
    const before = first ? first.name.length - this.nameInList(first).length : 0;
    const named = this.withGaps(texts, before + 1).map(([name, text]): Named => [
      name.slice(before),
      text,
      this.pathIn(name, before),
    ]);
    const separator = this.splitsNames(list) ? this.names.separator : new KeySeparator('');
    return Array.from(this.nest(named, separator)).flatMap(([name, node]) =>
      node.kind !== 'leaf' && this.hasName(list, name)
        ? leavesOf(node).map((text) => write(this.nameInList(text), { kind: 'leaf', value: text }))
        : write(name, node),
    );
  }

  /** Writes the items behind the items of the file. */
  private writeItems(list: NestedList, texts: readonly NewText[]): NewElement[] {
    const { key = '', size } = list;
    const named = this.withGaps(texts, key.length).flatMap(([name, text]): Named[] => {
      const [whole = '', index] = /^\[(\d+)\]/.exec(name.slice(key.length)) ?? [];
      const item = Number(index) - size;
      const [, ...path] = this.pathIn(name, key.length) ?? [];
      const rest = name.slice(key.length + whole.length);
      return item < 0 ? [] : [[`${ITEMS}[${item}]${rest}`, text, path.length > 0 ? [ITEMS, item, ...path] : undefined]];
    });
    const [[name, array] = [], ...others] = this.nest(named, this.names.separator);
    if (name !== ITEMS || array?.kind !== 'array' || others.length > 0) {
      throw new TemplateMisfitError(`the file has no place for the items of ${JSON.stringify(key)}`);
    }
    return array.items.map((item) => ({
      source: this.writeItem(list, item),
      isPositional: true,
      names: leavesOf(item).map((text) => text.name),
    }));
  }

  /** Returns the path of a new text in a list. @param start of the name in the list */
  private pathIn(name: string, start: number): KeyPath | undefined {
    const steps = this.stepsOf(name);
    const first = steps?.findIndex(({ offset }) => offset === start) ?? -1;
    return first < 0 ? undefined : steps?.slice(first).map(({ step }) => step);
  }

  private stepsOf(name: string): PlacedStep[] | undefined {
    const path = this.paths.get(name);
    return path ? stepsByPath(path, name, this.names.separator) : this.stepsInSource(name);
  }

  /** Returns how a new name is written in the file of the source language, where this file has no other names around it. */
  private stepsInSource(name: string): PlacedStep[] | undefined {
    const { separator, ofSource } = this.names;
    const path = ofSource?.pathOf(name);
    const steps = path && stepsByPath(path, name, separator);
    if (!steps) return undefined;
    const [list] = enterAll(this.root, name, separator);
    const isSame = followSteps(this.root, steps, name)[0] === list && ofSource?.contradicts(list) === false;
    return isSame ? steps : undefined;
  }

  /**
   * Returns new texts by name, and null by the names of the gaps in their new arrays. @param start as in
   * `NewItems.gaps`
   */
  private withGaps(texts: readonly NewText[], start: number): Named[] {
    const names = texts.map(({ name }) => name);
    return [
      ...texts.map((text): Named => [text.name, text]),
      ...Array.from(this.items.gaps(names, start), (name): Named => [name, null]),
    ];
  }

  private nest(named: Named[], separator: KeySeparator): Map<string, NewNode> {
    named.sort(([one], [other]) => compareCodePoints(one, other));
    const keys = named.map(([name, text, path]): KeyToNest<NewText | null> => [name, text, text === null, path]);
    const missing = { gap: null, omitsMissing: true };
    const { separator: pathSeparator, onGuess } = this.names;
    return nestKeys(keys, { separator, pathSeparator, missing, onGuess }).members;
  }

  /** The items of arrays that the file lacks. */
  private get items(): NewItems {
    this.cachedItems ??= this.findItems();
    return this.cachedItems;
  }

  private findItems(): NewItems {
    const items = new NewItems(this.names.separator);
    const known = new Set<string>();
    for (const { name } of textsOf(this.root)) known.add(name);
    for (const [name, text] of this.wanted) {
      if (name.includes(']') && !known.has(name)) items.add(name, text !== undefined);
    }
    return items;
  }

  /**
   * Returns whether new names in a map are split: they are in the file of the source language, or else most names of the map are, or
   * most names of the map around it.
   */
  private splitsNames(list: NestedList): boolean {
    const known = this.names.isAlwaysSplit ? true : this.habits.get(list);
    if (known !== undefined) return known;
    const outer = (): boolean => (list.parent ? this.splitsNames(list.parent) : this.names.isSplit);
    const habit = this.names.ofSource?.splitsNames(list) ?? findHabit(list, this.names.separator) ?? outer();
    this.habits.set(list, habit);
    return habit;
  }

  /** Whether a map has a member of a name that stays. */
  private hasName(list: NestedList, name: string): boolean {
    if (!list.names.has(name) || this.freed.get(list)?.has(name)) return false;
    const text = lastTexts(this.root).get(list.key === undefined ? name : list.key + this.names.separator.text + name);
    return !text || !this.isRemoved(text);
  }

  /** Whether the place of a text goes. One without a text stays as long as its name or key does. */
  private isRemoved(text: TemplateText): boolean {
    const { name, key = name, value } = text;
    return this.lacksText(text) && (Boolean(value) || !(this.wanted.has(name) || this.wanted.has(key)));
  }

  /** Lets a new text have the name of a map or list that is removed. */
  protected freeName(list: NestedList, name: string): void {
    const names = this.freed.get(list) ?? new Set();
    this.freed.set(list, names.add(name));
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
    const { separator } = this.names;
    const steps = this.stepsOf(key);
    let [list, rest] = steps ? followSteps(this.root, steps, key) : enterAll(this.root, key, separator);
    // An array takes items that follow each other. Its map takes other items by their dotted names.
    while (list.isArray && !this.takes(list, rest)) [list, rest] = leave(list, key, separator);
    return { list, rest };
  }

  /** Returns whether a key would be an item behind the items of an array of the file. */
  private isNewItem(key: string): boolean {
    const [{ isArray, size }, rest] = enterAll(this.root, key, this.names.separator);
    const [, index] = INDEX_OF_ITEM.exec(rest) ?? [];
    return isArray && index !== undefined && Number(index) >= size;
  }

  /** Returns whether an array gets an item, or has got one behind the items of the file. @param rest of a key */
  private takes({ key = '', size }: NestedList, rest: string): boolean {
    const [whole, index] = INDEX_OF_ITEM.exec(rest) ?? [];
    if (whole === undefined || Number(index) < size) return false;
    return Number(index) < this.items.countFrom(key, size);
  }
}

const INDEX_OF_ITEM = /^\[(0|[1-9]\d{0,6})\]/;

function leavesOf(node: NewNode): NewText[] {
  if (node.kind === 'leaf') return node.value ? [node.value] : [];
  return (node.kind === 'array' ? node.items : [...node.members.values()]).flatMap(leavesOf);
}
