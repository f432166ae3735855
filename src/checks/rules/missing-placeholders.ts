import { isOrAre, listNames } from '../list-names';
import { type Leaf, type Message, placeholdersOf } from '../message';
import { type FoundPlaceholder, withoutPercent } from '../placeholders';
import { isSpelledOut, pluralNumbers } from '../plural-numbers';

/**
 * Finds placeholders of the source that the translation does not show. In a plural, each form is compared with the
 * source's form of the same name, else with its `other`. A form for few numbers need not show the number: "one file".
 */
export function findMissingPlaceholders(source: Message, target: Message, language: string): string | undefined {
  if (source.placeholders.length === 0) return undefined;
  for (const leaf of target.leaves) {
    const expected = placeholdersOf(source.counterpartOf(leaf.path));
    if (expected.length === 0) continue;
    const shown = new Shown(placeholdersOf(leaf.form), source.isIcu);
    const missing = expected.filter((placeholder) => !shown.has(placeholder));
    if (missing.length === 0) continue;
    const reported = withoutWritten(withoutCount(missing, expected, leaf, source, language), expected, target.text);
    if (reported.length > 0) return describe(reported, leaf);
  }
  return undefined;
}

/** The placeholders that a form shows. Where an ICU message has an argument, the same in quotes is literal text. */
class Shown {
  private readonly ids = new Set<string>();
  private readonly quoted = new Set<string>();

  constructor(
    placeholders: readonly FoundPlaceholder[],
    private readonly isIcu: boolean,
  ) {
    for (const { id, isQuoted } of placeholders) {
      const ids = isQuoted ? this.quoted : this.ids;
      ids.add(id).add(withoutPercent(id));
    }
  }

  has({ id, isQuoted }: FoundPlaceholder): boolean {
    return this.ids.has(id) || ((isQuoted || !this.isIcu) && this.quoted.has(id));
  }
}

function describe(missing: readonly FoundPlaceholder[], { path }: Leaf): string {
  const names = new Set(missing.map(({ raw }) => raw));
  const place = path.map(([, selector]) => `"${selector}"`).join(', ');
  return `${listNames(names)} of the source ${isOrAre(names)} missing${place === '' ? '' : ` in the form ${place}`}`;
}

/** More placeholders are not searched for one by one. */
const MAX_SEARCHED = 20;

/**
 * Removes what a text contains as often as the source, although it is not read as a placeholder, because it may be
 * literal text as well: `%s` in `%sx%`.
 */
function withoutWritten(
  missing: readonly FoundPlaceholder[],
  expected: readonly FoundPlaceholder[],
  text: string,
): readonly FoundPlaceholder[] {
  const loose = new Set(missing.flatMap(({ raw, certainty }) => (certainty === 'loose' ? [raw] : [])));
  if (loose.size === 0 || loose.size > MAX_SEARCHED) return missing;
  for (const raw of loose) {
    if (text.split(raw).length <= expected.filter((other) => other.raw === raw).length) loose.delete(raw);
  }
  return missing.filter(({ raw }) => !loose.has(raw));
}

/** Removes the placeholder that shows the number, where the form need not show it. */
function withoutCount(
  missing: readonly FoundPlaceholder[],
  expected: readonly FoundPlaceholder[],
  { path }: Leaf,
  source: Message,
  language: string,
): readonly FoundPlaceholder[] {
  // "No files" is all there is to say.
  if (path.some(([{ type }, selector]) => type !== 'select' && (selector === 'zero' || selector === '=0'))) return [];
  const counts = new Set(
    path
      .filter(([{ type }, selector]) => {
        if (type === 'select') return false;
        return isSpelledOut(selector, pluralNumbers(language, type === 'plural' ? 'cardinal' : 'ordinal'));
      })
      .flatMap(([{ arg }]) => NAMED.map((style) => style(arg))),
  );
  if (counts.size === 0) return missing;
  if (source.placeholders.some(({ id }) => counts.has(id))) return missing.filter(({ id }) => !counts.has(id));
  const count = expected.find(({ id }) => INTEGER.test(id));
  if (count) return missing.filter(({ id }) => id !== count.id);
  // The number may be a text: `%s files`.
  return missing.length === 1 ? [] : missing;
}

/** The placeholders that are named after the argument of a plural. */
const NAMED: readonly ((arg: string) => string)[] = [
  (arg) => `{${arg}}`,
  (arg) => `{{${arg}}}`,
  (arg) => `%{${arg}}`,
  (arg) => `%(${arg})`,
  (arg) => `{$${arg}}`,
];
const INTEGER = /^%(?:\d+d|n|1)$/;
