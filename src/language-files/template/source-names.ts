import type { KeyPath } from '../model/nesting/key-path';
import type { KeySeparator } from '../model/nesting/key-separator';
import { findHabit } from './name-habit';
import { enterAll, type NestedList } from './nested-list';

/** The names of the file of the source language, which show how new names are written in the files of other languages. */
export class SourceNames {
  private readonly habits = new Map<NestedList, boolean | undefined>();
  private readonly prefixes = new Map<NestedList, ReadonlySet<string>>();
  private readonly comparisons = new Map<NestedList, boolean>();

  constructor(
    private readonly root: NestedList,
    private readonly separator: KeySeparator,
  ) {}

  /** Whether a file with this outermost map gets nested names: this file has some, and none that is written in another way there. */
  nests(root: NestedList): boolean {
    return this.root.lists.size > 0 && !this.contradicts(root);
  }

  /**
   * Returns whether new names in a map of another file are split: whether they are in the same map of this file. Undefined: this file lacks
   * the map, or has names of the map in the other way, so that the other file has a habit of its own.
   */
  splitsNames(list: NestedList): boolean | undefined {
    const own = this.sameList(list);
    return own && !this.contradicts(list) ? this.habitOf(own) : undefined;
  }

  /** Returns the path that a new name has in this file; undefined for an item of an array, and for a sentence that would be split. */
  pathOf(name: string): KeyPath | undefined {
    if (name.includes('[')) return undefined;
    const [list, rest] = enterAll(this.root, name, this.separator);
    const outer: string[] = [];
    for (let inner = list; inner.parent; inner = inner.parent) {
      if (inner.isArray) return undefined;
      outer.unshift(this.nameOf(inner, inner.parent));
    }
    if (list.names.has(rest)) return [...outer, rest];
    const isSplit = this.habitOf(list);
    const names = isSplit === false ? [rest] : this.split(rest);
    if (names.length > 1 && list.names.has(names[0] ?? '')) return [...outer, rest];
    return isSplit === undefined || (names.length > 1 && /\s/.test(rest)) ? undefined : [...outer, ...names];
  }

  private split(name: string): string[] {
    const limit = this.separator.limitIn(name);
    const names: string[] = [];
    let start = 0;
    for (let end = this.separator.find(name, 0, limit); end >= 0; end = this.separator.find(name, start, limit)) {
      names.push(name.slice(start, end));
      start = end + this.separator.length;
    }
    return [...names, name.slice(start)];
  }

  /** Returns the habit of a map, or else of the map around it. A file with as many nested names as flat ones gets nested ones. */
  private habitOf(list: NestedList): boolean | undefined {
    if (this.habits.has(list)) return this.habits.get(list);
    const outer = (): boolean | undefined =>
      list.parent ? this.habitOf(list.parent) : list.lists.size > 0 || undefined;
    const habit = findHabit(list, this.separator) ?? outer();
    this.habits.set(list, habit);
    return habit;
  }

  private nameOf({ key = '' }: NestedList, { key: outer }: NestedList): string {
    return outer === undefined ? key : key.slice(outer.length + this.separator.length);
  }

  private sameList(list: NestedList): NestedList | undefined {
    if (!list.parent) return this.root;
    const outer = this.sameList(list.parent);
    if (!outer || outer.isArray !== list.parent.isArray) return undefined;
    const [, index] = /\[(\d+)\]$/.exec(list.key ?? '') ?? [];
    const found = outer.lists.get(outer.isArray ? (index ?? '') : this.nameOf(list, list.parent));
    return found?.isArray === list.isArray ? found : undefined;
  }

  /** Whether a map of another file has nested names that are flat in this file, or flat names that are nested here. */
  contradicts(list: NestedList): boolean {
    const own = this.sameList(list);
    if (!own) return false;
    const known = this.comparisons.get(list);
    if (known !== undefined) return known;
    const contradicts = Array.from(list.names).some((name) => {
      if (own.names.has(name)) return false;
      if (list.lists.has(name)) return this.prefixesIn(own).has(name);
      const [inner, rest] = enterAll(own, name, this.separator);
      return inner !== own && inner.names.has(rest);
    });
    this.comparisons.set(list, contradicts);
    return contradicts;
  }

  /** Returns what the flat names of a map have before their separators. */
  private prefixesIn(list: NestedList): ReadonlySet<string> {
    const known = this.prefixes.get(list);
    if (known) return known;
    const prefixes = new Set<string>();
    for (const name of list.names) {
      const limit = this.separator.limitIn(name);
      if (list.lists.has(name)) continue;
      for (let end = this.separator.find(name, 0, limit); end >= 0;) {
        prefixes.add(name.slice(0, end));
        end = this.separator.find(name, end + this.separator.length, limit);
      }
    }
    this.prefixes.set(list, prefixes);
    return prefixes;
  }
}
