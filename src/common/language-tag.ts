import extlangs from 'language-subtag-registry/data/json/extlang.json';

/** The longest tag, in characters: longer than any in use, and short enough for a file name and an index row. */
const MAX_TAG_LENGTH = 100;

/** The shape of a tag (RFC 5646 §2.1). `Intl.Locale` takes some ten microseconds to refuse a name, and a path has many names. */
const TAG =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/i;

/**
 * Canonical tags by the tag as written; null: it is malformed. To create an `Intl.Locale` costs more than the rest of a request's validation.
 */
const cache = new Map<string, string | null>();
const MAX_CACHED_TAGS = 2_000;

/**
 * Converts a language tag to the form that Glossa stores: BCP 47 with `-`, in the case of RFC 5646 §2.1.1 (`pt_br`
 * becomes `pt-BR`, `zh-hant-tw` becomes `zh-Hant-TW`). Only case and `_` are changed, never subtags:
 * `Intl.getCanonicalLocales` would replace `iw` by `he`.
 *
 * @returns the tag; undefined if `Intl.Locale` finds it malformed, or if it is longer than 100 characters
 */
export function canonicalLanguage(tag: string): string | undefined {
  const cached = cache.get(tag);
  if (cached !== undefined) return cached ?? undefined;
  const hyphenated = tag.replaceAll('_', '-');
  if (tag.length > MAX_TAG_LENGTH || !TAG.test(hyphenated)) return undefined;
  const canonical = computeCanonical(hyphenated);
  if (cache.size >= MAX_CACHED_TAGS) cache.clear();
  cache.set(tag, canonical ?? null);
  return canonical;
}

function computeCanonical(hyphenated: string): string | undefined {
  if (!isWellFormed(hyphenated)) return undefined;
  let inExtension = false;
  const subtags = hyphenated.split('-').map((subtag, index) => {
    const cased = index === 0 || inExtension ? subtag.toLowerCase() : subtagCase(subtag);
    // Subtags after a singleton are an extension or private use, which RFC 5646 §2.1.1 writes in lower case.
    inExtension ||= subtag.length === 1;
    return cased;
  });
  return subtags.join('-');
}

/** Returns the language itself, without script and region: the first subtag, in lower case. */
export const primarySubtag = (tag: string): string => (tag.split(/[-_]/, 1)[0] ?? '').toLowerCase();

/**
 * Finds the nearest available language by the lookup of RFC 4647 §3.4: subtags are removed from the end until a tag is
 * available (`zh-Hant-TW`, `zh-Hant`, `zh`), a singleton together with the subtag behind it.
 *
 * @param tag and `available` in canonical form
 */
export function lookUpLanguage(tag: string, available: readonly string[]): string | undefined {
  if (available.includes(tag)) return tag;
  const shorter = tag.replace(/(-[^-])*-[^-]+$/, '');
  return shorter === tag ? undefined : lookUpLanguage(shorter, available);
}

function subtagCase(subtag: string): string {
  if (/^[a-z]{4}$/i.test(subtag)) return subtag.charAt(0).toUpperCase() + subtag.slice(1).toLowerCase();
  return subtag.length === 2 ? subtag.toUpperCase() : subtag.toLowerCase();
}

/** A primary subtag with extended ones (RFC 5646 §2.2.2): `zh-yue`. */
const EXTENDED = /^[a-z]{2,3}((?:-[a-z]{3}){1,3})(?=-|$)/i;

/**
 * Returns a tag that `Intl` accepts. It refuses extended language subtags, each of which is a language by itself (RFC
 * 5646 §2.2.2): `zh-yue-HK` is `yue-HK`. A subtag that is not registered stays: `en-NEP` is no tag.
 */
export const intlLocale = (tag: string): string =>
  tag.replace(EXTENDED, (match, extended: string) => {
    const subtag = extended.slice(1, 4);
    return subtag.toLowerCase() in extlangs ? subtag : match;
  });

function isWellFormed(tag: string): boolean {
  try {
    new Intl.Locale(intlLocale(tag));
    return true;
  } catch {
    return false;
  }
}
