import extlangs from 'language-subtag-registry/data/json/extlang.json';
import registered from 'language-subtag-registry/data/json/language.json';
import regions from 'language-subtag-registry/data/json/region.json';
import { canonicalLanguage, primarySubtag } from '../../common/language-tag';

/** How sure it is that a name stands for a language. */
export type NameKind =
  /** It is the head of a column: only tags of two letters count. */
  | 'column'
  /** It is a part of a path: only languages of CLDR count, because many short words are in the registry. */
  | 'word'
  /**
   * Its place is the place of a language: every language of the IANA registry counts, and every code of a country,
   * which many teams write for its language: `jp`, `cz`.
   */
  | 'language';

/**
 * Returns the canonical language that a file name, a folder, a column or a root key names. Almost any short word is a
 * well-formed tag (`strings`, `key`), so a name counts only if the project has the language, or if its primary subtag
 * is one that is known. `iw`, `in` and `ji` are found as `he`, `id` and `yi` unless the project has them.
 *
 * @param projectLanguages canonical
 * @returns undefined when the name is not a language
 */
export function languageFromName(
  name: string,
  projectLanguages: readonly string[],
  kind: NameKind = 'word',
): string | undefined {
  const language = canonicalLanguage(name);
  if (language === undefined) return undefined;
  if (projectLanguages.includes(language)) return language;
  const current = currentLanguage(language);
  if (projectLanguages.includes(current)) return current;
  if (IS_KNOWN[kind](current)) return current;
  return kind === 'language' ? withShorterSubtag(current) : undefined;
}

/** Returns the tag with the two letters that stand for the three of its language: `hye` is `hy`; undefined if there are none. */
function withShorterSubtag(language: string): string | undefined {
  const primary = primarySubtag(language);
  if (primary.length !== 3) return undefined;
  const [shorter = ''] = (Intl.getCanonicalLocales(primary)[0] ?? '').split('-');
  return shorter.length === 2 ? shorter + language.slice(primary.length) : undefined;
}

/** Replaces a primary subtag that ISO 639 has replaced by another one: `iw` by `he`. */
export function currentLanguage(language: string): string {
  const primary = primarySubtag(language);
  const replacement = REPLACED.get(primary);
  return replacement === undefined ? language : replacement + language.slice(primary.length);
}

/** The subtags of two letters for which `Intl` has another one of two letters. */
const REPLACED: ReadonlyMap<string, string> = new Map(
  Object.keys(registered)
    .filter((subtag) => subtag.length === 2)
    .map((subtag) => [subtag, Intl.getCanonicalLocales(subtag)[0] ?? subtag] as const)
    .filter(([subtag, current]) => current.length === 2 && current !== subtag),
);

/** Whether CLDR has a name for the language, under this subtag: `src` is a folder, because Sardinian is `sc`. */
function isCommon(language: string): boolean {
  const primary = primarySubtag(language);
  if (primary.length === 2) return primary in registered;
  const known = common.get(primary);
  if (known !== undefined) return known;
  const isFound = primary in registered && isNamed(primary);
  if (primary in registered) common.set(primary, isFound);
  return isFound;
}

/** The subtags of three letters that were asked for: `Intl` takes some microseconds. */
const common = new Map<string, boolean>();

const isNamed = (primary: string): boolean =>
  Intl.getCanonicalLocales(primary)[0] === primary && names.of(primary) !== undefined;

const IS_KNOWN: Record<NameKind, (language: string) => boolean> = {
  column: (language) => primarySubtag(language).length === 2,
  word: isCommon,
  language: isRegistered,
};

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function isRegistered(language: string): boolean {
  const [primary = '', second = ''] = language.split('-');
  return (
    (primary in registered || primary in regions) && (second.length !== 3 || /\d/.test(second) || second in extlangs)
  );
}
