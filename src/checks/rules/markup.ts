import { Flag } from '../character-flags';
import { listNames } from '../list-names';
import { NO_TAGS, type TagCounts } from '../tags';
import type { TextFacts } from '../text-facts';

/** Elements of HTML that have no end tag. */
const VOID = new Set(['br', 'hr', 'img', 'wbr']);
/** Elements that a translation may leave out or add: line breaks, and explanations of abbreviations. */
const FREE = new Set(['br', 'wbr', 'abbr']);

/** Elements of HTML that mark words of a text. */
const INLINE = new Set([
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'em',
  'i',
  'kbd',
  'q',
  'rp',
  'rt',
  'ruby',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]);

/**
 * Compares the tags of texts by name. A name in angle brackets that has neither an end tag nor attributes is not a tag:
 * `<file>` in the help of a command.
 */
export function findMarkupMismatch(source: TextFacts, target: TextFacts): string | undefined {
  if ((!source.has(Flag.angle) && !target.has(Flag.angle)) || source.isIdentifier) return undefined;
  const [expected, found] = [source.tags, target.tags];
  const missing: string[] = [];
  const added: string[] = [];
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const [ours, theirs] = [expected.get(name) ?? NO_TAGS, found.get(name) ?? NO_TAGS];
    if (!isTag(name, ours) && !isTag(name, theirs)) continue;
    if (FREE.has(name)) continue;
    if (theirs.start < ours.start) missing.push(`<${name}>`);
    if (theirs.end < ours.end && !VOID.has(name)) missing.push(`</${name}>`);
    // A language may set more words apart than another.
    if (INLINE.has(name) && theirs.start - ours.start === theirs.end - ours.end) continue;
    if (theirs.start > ours.start) added.push(`<${name}>`);
    if (theirs.end > ours.end && !VOID.has(name)) added.push(`</${name}>`);
  }
  if (missing.length > 0) return `${listNames(missing)} of the source ${missing.length === 1 ? 'is' : 'are'} missing`;
  return added.length > 0 ? `the source does not have ${listNames(added)}` : undefined;
}

const isTag = (name: string, { start, end, certain }: TagCounts): boolean =>
  certain > 0 || (start > 0 && end > 0) || VOID.has(name);
