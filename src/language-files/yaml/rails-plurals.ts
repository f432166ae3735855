import type { FileToWrite } from '../model/codec';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { EntryToWrite } from '../model/entry';
import { isPluralCategory, pluralCategories } from '../text/plurals/categories';
import { toIcuMessage } from '../text/plurals/icu-message';
import { zeroForms, zeroIsExact } from '../text/plurals/zero-form';
import type { KeyNode, KeyTree } from '../model/nesting/key-tree';
import type { NamedTexts } from './yaml-reader';
import type { YamlLeaf } from './yaml-writer';

/**
 * Converts a map to a plural if all its names are CLDR categories, `other` is among them, and all its values are texts.
 * `other` alone is a plural if the key is one in the project already, or if the language has no other form and the text
 * contains Rails' `%{count}`. Rails uses `zero` for the number 0 in every language (i18n gem, Backend::Pluralization),
 * so it is `=0` if CLDR does not define the category for the language.
 *
 * @param isPlural returns whether the key is a plural in the project
 * @returns undefined for a map that is not a plural
 */
export function toRailsPlural(
  members: NamedTexts,
  language: string,
  isPlural: () => boolean = () => false,
): Plural | undefined {
  const texts = new Map<PluralCategory, string>();
  for (const [name, text] of members) {
    if (!isPluralCategory(name) || typeof text !== 'string') return undefined;
    texts.set(name, text);
  }
  const other = texts.get('other');
  if (other === undefined) return undefined;
  if (texts.size === 1 && !isPluralOnItsOwn(other, language) && !isPlural()) return undefined;
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = texts.get(category);
    if (text === undefined) continue;
    if (category === 'zero' && zeroIsExact(language)) exact.set(0, text);
    else forms.set(category, text);
  }
  return { type: 'cardinal', arg: 'count', exact, forms };
}

const isPluralOnItsOwn = (other: string, language: string): boolean =>
  other.includes('%{count}') && pluralCategories(language).length === 1;

/** Returns a text, or the forms of a plural by their names in Rails; warns about what Rails cannot express. */
export function toRailsText({ key, value = '' }: EntryToWrite, file: FileToWrite): YamlLeaf['text'] {
  if (typeof value === 'string') return value;
  if (value.type === 'ordinal') {
    const detail = 'Rails has no ordinals; the plural is written as its ICU message';
    file.warn({ code: 'plural_as_icu', detail, key });
    return toIcuMessage(value);
  }
  const forms = zeroForms(value, file.language, (code, detail) => file.warn({ code, detail, key }));
  warnAboutLosses(key, value.arg, forms, file);
  return [...forms];
}

function warnAboutLosses(
  key: string,
  arg: string,
  forms: ReadonlyMap<PluralCategory, string>,
  file: FileToWrite,
): void {
  if (arg !== 'count') {
    const detail = `Rails always names the argument "count"; "${arg}" is dropped`;
    file.warn({ code: 'plural_argument_dropped', detail, key });
  }
  if (forms.size === 1 && !isPluralOnItsOwn(forms.get('other') ?? '', file.language)) {
    const detail = 'a single form is read back as a plural only if the key is one in the project';
    file.warn({ code: 'plural_not_marked', detail, key });
  }
}

/** Warns about texts whose keys resemble the forms of a plural (`gender.one`, `gender.other`). */
export function warnAboutLookalikes(tree: KeyTree<YamlLeaf>, file: FileToWrite): void {
  const visit = (node: KeyNode<YamlLeaf>): void => {
    if (node.kind === 'array') node.items.forEach(visit);
    if (node.kind !== 'object') return;
    const members = [...node.members].map(([name, child]) => [name, getText(child)] as const);
    if (node !== tree && toRailsPlural(members, file.language)) {
      for (const child of node.members.values()) if (child.kind === 'leaf') warnAboutLookalike(child.value.key, file);
    }
    node.members.forEach(visit);
  };
  visit(tree);
}

export function warnAboutLookalike(key: string, file: FileToWrite): void {
  const detail = 'the text and its siblings are read back as the forms of a plural';
  file.warn({ code: 'read_as_plural', detail, key });
}

const getText = (node: KeyNode<YamlLeaf>): string | undefined =>
  node.kind === 'leaf' && typeof node.value.text === 'string' ? node.value.text : undefined;
