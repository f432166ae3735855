import type { FileToWrite } from '../model/codec';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { EntryToWrite } from '../model/entry';
import { isPluralCategory, pluralCategories } from '../text/plurals/categories';
import { toIcuMessage } from '../text/plurals/icu-message';
import { zeroForms, zeroIsExact } from '../text/plurals/zero-form';
import type { KeyNode, KeyTree } from '../model/nesting/key-tree';
import type { FoldPlural } from './yaml-entries';
import type { YamlLeaf } from './yaml-writer';

/**
 * A map is a plural where all its names are CLDR categories, `other` among them, and all its values are texts; there must be two
 * or more. Rails takes `zero` for the number 0 in every language (i18n gem, Backend::Pluralization), so it is `=0` where CLDR
 * gives the language no such category. `other` alone is one only in a language that has no other form, and if the text has Rails' `%{count}`,
 * or where the key is a plural already.
 */
export function foldRailsPlural(
  members: Parameters<FoldPlural>[0],
  language: string,
  isKnown = false,
): Plural | undefined {
  const byName = new Map<PluralCategory, string>();
  for (const [name, text] of members) {
    if (!isPluralCategory(name) || typeof text !== 'string' || byName.has(name)) return undefined;
    byName.set(name, text);
  }
  const other = byName.get('other');
  if (other === undefined || (byName.size === 1 && !isKnown && !isLonePlural(other, language))) return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = byName.get(category);
    if (text === undefined) continue;
    if (category === 'zero' && zeroIsExact(language)) exact.set(0, text);
    else forms.set(category, text);
  }
  return { type: 'cardinal', arg: 'count', exact, forms };
}

const isLonePlural = (other: string, language: string): boolean =>
  other.includes('%{count}') && pluralCategories(language).length === 1;

/** The forms as Rails names them, or a text; what Rails cannot say is a warning. */
export function railsText({ key, value = '' }: EntryToWrite, file: FileToWrite): YamlLeaf['text'] {
  if (typeof value === 'string') return value;
  if (value.type === 'ordinal') {
    file.warn({ code: 'plural_as_icu', detail: 'Rails has no ordinals; written as the ICU message', key });
    return toIcuMessage(value);
  }
  const forms = zeroForms(value, file.language, (code, detail) => file.warn({ code, detail, key }));
  warnOfLosses(key, value.arg, forms, file);
  return [...forms];
}

/** Keys that only look like the forms of a plural (`gender.one`, `gender.other`) are read back as one. */
export function warnOfLookalikes(tree: KeyTree<YamlLeaf>, file: FileToWrite): void {
  const visit = (node: KeyNode<YamlLeaf>): void => {
    if (node.kind === 'array') node.items.forEach(visit);
    if (node.kind !== 'object') return;
    const members = [...node.members].map(([name, child]) => [name, plainTextOf(child)] as const);
    if (node !== tree && foldRailsPlural(members, file.language)) {
      for (const child of node.members.values()) warnOfLookalike(child, file);
    }
    node.members.forEach(visit);
  };
  visit(tree);
}

const plainTextOf = (node: KeyNode<YamlLeaf>): string | undefined =>
  node.kind === 'leaf' && typeof node.value.text === 'string' ? node.value.text : undefined;

function warnOfLookalike(node: KeyNode<YamlLeaf>, file: FileToWrite): void {
  if (node.kind !== 'leaf') return;
  const detail = 'it is read back as a form of a plural, as its siblings are';
  file.warn({ code: 'read_as_plural', detail, key: node.value.key });
}

function warnOfLosses(key: string, arg: string, forms: ReadonlyMap<PluralCategory, string>, file: FileToWrite): void {
  if (arg !== 'count') {
    file.warn({ code: 'plural_argument_dropped', detail: `Rails plurals go by count, not by ${arg}`, key });
  }
  if (forms.size === 1 && !isLonePlural(forms.get('other') ?? '', file.language)) {
    file.warn({
      code: 'plural_not_marked',
      detail: 'a single form is read back as a plural only where the key is one already',
      key,
    });
  }
}
