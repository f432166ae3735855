import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Plural, PLURAL_CATEGORIES, type PluralCategory } from '../model/plural';
import { PluralConflictError } from '../model/format-errors';
import { writeNestedJson } from '../json/nested-json-writer';
import { pluralCategories } from '../text/plurals/categories';
import { zeroForms } from '../text/plurals/zero-form';
import { pluralGroups, pluralName, stemOf, stemsAbove, suffixedName } from './plural-suffixes';

/** @throws PluralConflictError for a plural `k` beside a text `k_one` */
export function writeI18next(file: FileToWrite): Iterable<string> {
  const names = new NameTable(file);
  for (const entry of file.entries) names.add(entry);
  return writeNestedJson(names.entries());
}

class NameTable {
  private readonly texts = new Map<string, { text: string; key: string }>();
  /** By stem: `k`, or `k_ordinal`. */
  private readonly plurals = new Map<string, string>();

  constructor(private readonly file: FileToWrite) {}

  add({ key, value = '' }: EntryToWrite): void {
    if (typeof value === 'string') return this.put(key, value, key);
    this.plurals.set(stemOf({ base: key, type: value.type }), key);
    for (const [category, text] of this.formsOf(key, value))
      this.put(suffixedName(key, value.type, category), text, key);
  }

  /** In code point order of the names. */
  entries(): EntryToWrite[] {
    this.refuseConflicts();
    this.warnOfTexts();
    return [...this.texts]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([name, { text }]) => ({ key: name, value: text }));
  }

  private put(name: string, text: string, key: string): void {
    const known = this.texts.get(name);
    if (known) throw new PluralConflictError([known.key, key]);
    this.texts.set(name, { text, key });
  }

  /** A text `k_few` would become a form of the plural `k`, even in a language where it has no such form; `k_few.x` would stop it. */
  private refuseConflicts(): void {
    for (const [name, { key }] of this.texts) {
      if (name !== key) continue;
      const plural = pluralName(name);
      for (const stem of [...stemsAbove(name), ...(plural ? [stemOf(plural)] : [])]) {
        const known = this.plurals.get(stem);
        if (known !== undefined) throw new PluralConflictError([known, key]);
      }
    }
  }

  private warnOfTexts(): void {
    const texts = [...this.texts].map(([name, { text, key }]) => ({ name, text, key }));
    for (const { base, members } of pluralGroups(texts, () => false)) {
      for (const { name, key } of members.values()) {
        if (name !== key) continue;
        const detail = `i18next takes it for a form of a plural ${JSON.stringify(base)}, and so does an import`;
        this.file.warn({ code: 'read_as_plural', detail, key });
      }
    }
  }

  /** Every form that the language needs, from `other` where there is none, and those that the plural has beyond them. */
  private formsOf(key: string, plural: Plural): Map<PluralCategory, string> {
    const warn = (code: string, detail: string): void => this.file.warn({ code, detail, key });
    const needed = pluralCategories(this.file.language, plural.type);
    const named = zeroForms(plural, this.file.language, warn);
    const forms = new Map<PluralCategory, string>();
    for (const category of PLURAL_CATEGORIES) {
      const text = named.get(category);
      if (text === undefined && needed.includes(category))
        warn('plural_form_invented', `the form "${category}" is missing; it takes the text of "other"`);
      if (text !== undefined || needed.includes(category)) forms.set(category, text ?? named.get('other') ?? '');
    }
    if (plural.arg !== 'count') warn('plural_argument_renamed', `i18next counts by "count", not by "${plural.arg}"`);
    if ([...forms.values()].every((text) => text === ''))
      warn('plural_empty', 'a plural without a text is read as an empty text');
    return forms;
  }
}
