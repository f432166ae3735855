import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import { pluralCategories } from '../text/plurals/categories';

export interface PluralName {
  /** The key of the plural. */
  base: string;
  type: Plural['type'];
  category: PluralCategory;
}

const CATEGORIES = PLURAL_CATEGORIES.join('|');
const SUFFIX = new RegExp(`(_ordinal)?_(${CATEGORIES})$`);
const NESTED = new RegExp(`(?:_ordinal)?_(?:${CATEGORIES})(?=[.[])`, 'g');

/** `key_one` and `key_ordinal_one` (i18next JSON v4); undefined for other names, and for a suffix without a name. */
export function pluralName(name: string): PluralName | undefined {
  const match = SUFFIX.exec(name);
  if (!match || match.index === 0) return undefined;
  const category = PLURAL_CATEGORIES.find((known) => known === match[2]);
  const type = match[1] === undefined ? 'cardinal' : 'ordinal';
  return category && { base: name.slice(0, match.index), type, category };
}

export const suffixedName = (base: string, type: Plural['type'], category: PluralCategory): string =>
  `${base}${type === 'ordinal' ? '_ordinal' : ''}_${category}`;

/** Plurals whose forms have objects or arrays where `name` wants them: `k` for `k_one.x`, with `_ordinal` where it is one. */
export const stemsAbove = (name: string): string[] =>
  Array.from(name.matchAll(NESTED), ({ index, 0: suffix }) => name.slice(0, index + suffix.lastIndexOf('_')));

/** A text of a file; `text` is undefined for what is none (`null`). */
export interface NamedText {
  name: string;
  text: string | undefined;
}

export interface PluralGroup<T extends NamedText> {
  base: string;
  type: Plural['type'];
  members: Map<PluralCategory, T>;
}

/**
 * The names of a file that are the forms of one plural. They are where
 *
 * - there are two or more of them, or the project has the plural already (`gender_other` alone is a text of its own),
 * - all of them are texts, and none is there twice with different texts,
 * - no key has the plural's own name, and the key has not a cardinal and an ordinal plural both (the cardinal one wins),
 * - `other` is among them where there are names of the same beginning with other suffixes: `color_one`, `color_two`,
 *   `color_red` are no plural, `item_one`, `item_other`, `item_title` are one and a text.
 *
 * The language has no say, so that a key is the same in all languages.
 */
export function pluralGroups<T extends NamedText>(
  texts: readonly T[],
  isPlural: (key: string) => boolean,
): PluralGroup<T>[] {
  const scan = new Scan<T>();
  for (const text of texts) scan.add(text);
  return scan.groups(isPlural);
}

class Scan<T extends NamedText> {
  private readonly candidates = new Map<string, PluralGroup<T>>();
  private readonly names = new Set<string>();
  /** Beginnings that have other suffixes too. */
  private readonly foreign = new Set<string>();
  private readonly refused = new Set<string>();

  add(text: T): void {
    const { name } = text;
    this.names.add(name);
    for (const stem of stemsAbove(name)) this.refused.add(stem);
    const plural = pluralName(name);
    if (!plural) {
      const end = name.lastIndexOf('_');
      if (end > 0) this.foreign.add(name.slice(0, end));
      return;
    }
    const { base, type, category } = plural;
    const stem = stemOf(plural);
    const group: PluralGroup<T> = this.candidates.get(stem) ?? { base, type, members: new Map<PluralCategory, T>() };
    this.candidates.set(stem, group);
    const known = group.members.get(category);
    if (text.text === undefined || (known && known.text !== text.text)) this.refused.add(stem);
    if (!known) group.members.set(category, text);
  }

  groups(isPlural: (key: string) => boolean): PluralGroup<T>[] {
    const found = [...this.candidates]
      .filter(([stem, group]) => this.isOne(stem, group, isPlural))
      .map(([, group]) => group);
    const cardinals = new Set(found.filter(({ type }) => type === 'cardinal').map(({ base }) => base));
    return found.filter(({ type, base }) => type === 'cardinal' || !cardinals.has(base));
  }

  private isOne(stem: string, { base, members }: PluralGroup<T>, isPlural: (key: string) => boolean): boolean {
    if (this.names.has(base) || this.refused.has(stem)) return false;
    if (isPlural(base)) return true;
    return members.size >= 2 && (members.has('other') || !this.foreign.has(stem));
  }
}

export const stemOf = ({ base, type }: { base: string; type: Plural['type'] }): string =>
  type === 'ordinal' ? `${base}_ordinal` : base;

/** Which of the categories most whole numbers up to 200 have in a language. */
export function largestCategory(
  language: string | undefined,
  type: Plural['type'],
  among: ReadonlySet<PluralCategory>,
): PluralCategory | undefined {
  const counts = new Map<PluralCategory, number>([...among].map((category) => [category, 0]));
  if (language !== undefined && pluralCategories(language, type).length > 1) {
    const rules = new Intl.PluralRules(language, { type });
    for (let n = 0; n <= 200; n++) {
      const count = counts.get(rules.select(n));
      if (count !== undefined) counts.set(rules.select(n), count + 1);
    }
  }
  return PLURAL_CATEGORIES.filter((category) => among.has(category)).sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
  )[0];
}
