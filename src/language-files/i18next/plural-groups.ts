import type { Plural, PluralCategory } from '../model/plural';
import { getStem, getStemsOfParents, parsePluralName, type PluralName } from './plural-suffixes';

/** A text of a file; `text` is undefined for a value that is not a text (`null`). */
export interface NamedText {
  name: string;
  text: string | undefined;
}

/** The texts of a file that are the forms of one plural. */
export interface PluralGroup<T extends NamedText> {
  base: string;
  type: Plural['type'];
  members: Map<PluralCategory, T>;
}

/**
 * Finds the texts of a file that are the forms of one plural. Names with the same stem are one plural if
 *
 * - there are at least two of them, or the project has the plural already (`gender_other` alone is a text of its own),
 * - all of them are texts,
 * - no key has the name of the plural itself,
 * - the key does not have both a cardinal and an ordinal plural (the cardinal one is kept, the ordinal names stay
 *   texts),
 * - `other` is among them, if other names have the same beginning and another suffix: `color_one`, `color_two`,
 *   `color_red` are not a plural; `item_one`, `item_other`, `item_title` are a plural and a text.
 *
 * The rules do not depend on the language, so a key has the same kind in all languages.
 *
 * @param isPlural whether the project has a plural with this key
 */
export function groupPlurals<T extends NamedText>(
  texts: readonly T[],
  isPlural: (key: string) => boolean,
): PluralGroup<T>[] {
  const grouper = new PluralGrouper<T>();
  for (const text of texts) grouper.add(text);
  return grouper.groups(isPlural);
}

class PluralGrouper<T extends NamedText> {
  /** By stem. */
  private readonly candidates = new Map<string, PluralGroup<T>>();
  private readonly names = new Set<string>();
  /** Stems that also occur with a suffix that is not a plural category. */
  private readonly stemsWithOtherSuffixes = new Set<string>();
  private readonly refusedStems = new Set<string>();

  add(text: T): void {
    const { name } = text;
    this.names.add(name);
    for (const stem of getStemsOfParents(name)) this.refusedStems.add(stem);
    const pluralName = parsePluralName(name);
    if (pluralName) {
      this.addCandidate(pluralName, text);
      return;
    }
    const end = name.lastIndexOf('_');
    if (end > 0) this.stemsWithOtherSuffixes.add(name.slice(0, end));
  }

  groups(isPlural: (key: string) => boolean): PluralGroup<T>[] {
    const found = [...this.candidates]
      .filter(([stem, group]) => this.isPluralGroup(stem, group, isPlural))
      .map(([, group]) => group);
    const cardinals = new Set(found.filter(({ type }) => type === 'cardinal').map(({ base }) => base));
    return found.filter(({ type, base }) => type === 'cardinal' || !cardinals.has(base));
  }

  private addCandidate({ base, type, category }: PluralName, text: T): void {
    const stem = getStem({ base, type });
    const group: PluralGroup<T> = this.candidates.get(stem) ?? { base, type, members: new Map<PluralCategory, T>() };
    this.candidates.set(stem, group);
    if (text.text === undefined) this.refusedStems.add(stem);
    group.members.set(category, text);
  }

  private isPluralGroup(stem: string, { base, members }: PluralGroup<T>, isPlural: (key: string) => boolean): boolean {
    if (this.names.has(base) || this.refusedStems.has(stem)) return false;
    const isUsual = members.size >= 2 && (members.has('other') || !this.stemsWithOtherSuffixes.has(stem));
    return isUsual || isPlural(base);
  }
}
