import { shorten } from '../common/shorten';
const MAX_LISTED = 5;
const MAX_LENGTH = 80;

/** Lists what was found for a sentence: `a, b and 3 more`. Each name once, long ones shortened. */
export function listNames(names: Iterable<string>): string {
  const all = [...new Set(names)];
  const listed = all.slice(0, MAX_LISTED).map((name) => shorten(name, MAX_LENGTH));
  const more = all.length - listed.length;
  if (more > 0) return `${listed.join(', ')} and ${more} more`;
  return listed.length < 2 ? listed.join('') : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
}

/** Returns the verb for a list of names. */
export const isOrAre = (names: { readonly size: number } | readonly unknown[]): string =>
  ('size' in names ? names.size : names.length) === 1 ? 'is' : 'are';
