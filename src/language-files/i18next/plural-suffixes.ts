import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';

/** A name such as `file_one` or `place_ordinal_two`, split into its parts. */
export interface PluralName {
  /** The key of the plural. */
  base: string;
  type: Plural['type'];
  category: PluralCategory;
}

const CATEGORIES = PLURAL_CATEGORIES.join('|');
const SUFFIX = new RegExp(`(_ordinal)?_(${CATEGORIES})$`);
const SUFFIX_BEFORE_CHILD = new RegExp(`(?:_ordinal)?_(?:${CATEGORIES})(?=[.[])`, 'g');

/**
 * Splits `key_one` and `key_ordinal_one` (i18next JSON v4) into key, type and category.
 *
 * @returns undefined for other names, and for a suffix without a name before it
 */
export function parsePluralName(name: string): PluralName | undefined {
  const match = SUFFIX.exec(name);
  if (!match || match.index === 0) return undefined;
  const category = PLURAL_CATEGORIES.find((candidate) => candidate === match[2]);
  const type = match[1] === undefined ? 'cardinal' : 'ordinal';
  return category && { base: name.slice(0, match.index), type, category };
}

/** Returns the name without its category: `key` or `key_ordinal`. */
export const getStem = ({ base, type }: Pick<PluralName, 'base' | 'type'>): string =>
  type === 'ordinal' ? `${base}_ordinal` : base;

/** Returns the name of one form: `key_one` or `key_ordinal_one`. */
export const formatPluralName = ({ base, type, category }: PluralName): string =>
  `${getStem({ base, type })}_${category}`;

/**
 * Returns the stems of the plurals that cannot exist beside the name, because the name needs an object or array in the
 * place of one of their forms: `k` for `k_one.x`, `k_ordinal` for `k_ordinal_one[0]`.
 */
export const getStemsOfParents = (name: string): string[] =>
  Array.from(name.matchAll(SUFFIX_BEFORE_CHILD), ({ index, 0: suffix }) =>
    name.slice(0, index + suffix.lastIndexOf('_')),
  );
