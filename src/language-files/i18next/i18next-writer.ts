import { compareCodePoints } from '../model/code-point-order';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type KeyPath, withSuffix } from '../model/nesting/key-path';
import { type Plural, PLURAL_CATEGORIES, type PluralCategory } from '../model/plural';
import { PluralConflictError } from '../model/format-errors';
import type { FileTemplate } from '../template/file-template';
import { writeNestedJson } from '../json/nested-json-writer';
import { tryWrite } from '../model/left-out';
import type { Warning } from '../model/warnings';
import { pluralCategories } from '../text/plurals/categories';
import { zeroForms } from '../text/plurals/zero-form';
import { groupPlurals } from './plural-groups';
import { formatPluralName, getStem, getStemsOfParents, parsePluralName } from './plural-suffixes';

/** @throws PluralConflictError for a plural `k` beside a text `k_one` */
export function writeI18next(file: FileToWrite): Iterable<string> {
  const names = new NameTable(file).read();
  return writeNestedJson({ ...file, entries: names.toEntries(), warn: (warning) => names.warn(warning) });
}

/** Returns the texts of a file by their names. @throws PluralConflictError as `writeI18next` does */
export function* i18nextTexts(
  file: FileToWrite,
  { paths }: Pick<FileTemplate, 'paths'>,
): Generator<[name: string, text: string, key: string]> {
  for (const [name, text, key, path] of new NameTable(file).read().list()) {
    if (path) paths?.set(name, path);
    yield [name, text, key];
  }
}

/** The names of a file, with one name for each form of a plural. */
class NameTable {
  private readonly texts = new Map<string, { text: string; key: string; path?: KeyPath }>();
  /** Keys without a text. */
  private readonly missing = new Set<string>();
  /** The keys of plurals, by stem (`k` or `k_ordinal`). */
  private readonly pluralKeys = new Map<string, string>();
  /** The keys of warnings about names. */
  private readonly warned = new Set<string>();

  constructor(private readonly file: FileToWrite) {}

  read(): this {
    for (const entry of this.file.entries) tryWrite(this.file, [entry.key], () => this.add(entry));
    this.refuseConflicts();
    this.warnAboutLookalikes();
    return this;
  }

  private add(entry: EntryToWrite): void {
    const { key, value } = entry;
    if (value === undefined) this.missing.add(key);
    if (value === undefined) return this.addTexts(entry, [[key, '']]);
    if (typeof value === 'string') return this.addTexts(entry, [[key, value]]);
    const { type } = value;
    const forms = [...this.completeForms(key, value)];
    this.addTexts(
      entry,
      forms.map(([category, text]) => [formatPluralName({ base: key, type, category }), text]),
    );
    this.pluralKeys.set(getStem({ base: key, type }), key);
  }

  /** Returns the names in code point order. */
  list(): [name: string, text: string, key: string, path?: KeyPath][] {
    return [...this.texts]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([name, { text, key, path }]) => [name, text, key, path]);
  }

  toEntries(): EntryToWrite[] {
    return this.list().map(([key, text, , path]) => ({
      key,
      ...(!this.missing.has(key) && { value: text }),
      ...(path && { path }),
    }));
  }

  /** Warns about a name, once for each key. */
  warn(warning: Warning): void {
    const key = this.texts.get(warning.key ?? '')?.key;
    if (key === undefined || this.warned.has(key)) return;
    this.warned.add(key);
    this.file.warn({ ...warning, key });
  }

  private addTexts({ key, path }: EntryToWrite, texts: readonly (readonly [name: string, text: string])[]): void {
    for (const [name] of texts) {
      const existing = this.texts.get(name);
      if (existing) throw new PluralConflictError([existing.key, key]);
    }
    for (const [name, text] of texts) {
      this.texts.set(name, { text, key, ...(path && { path: withSuffix(path, name.slice(key.length)) }) });
    }
  }

  /**
   * Refuses a plural `k` beside a text `k_few`, which would be read as a form of the plural even if the language has no
   * such form, and beside a text `k_few.x`, which would prevent reading the plural.
   */
  private refuseConflicts(): void {
    for (const [name, { key }] of this.texts) {
      if (name !== key) continue;
      const pluralName = parsePluralName(name);
      for (const stem of [...getStemsOfParents(name), ...(pluralName ? [getStem(pluralName)] : [])]) {
        const pluralKey = this.pluralKeys.get(stem);
        if (pluralKey === undefined) continue;
        tryWrite(this.file, [key], () => {
          throw new PluralConflictError([pluralKey, key]);
        });
        this.texts.delete(name);
        break;
      }
    }
  }

  /** Warns about texts whose names make i18next treat them as the forms of a plural. */
  private warnAboutLookalikes(): void {
    const texts = [...this.texts].map(([name, { text, key }]) => ({ name, text, key }));
    for (const { base, members } of groupPlurals(texts, () => false)) {
      for (const { name, key } of members.values()) {
        if (name !== key) continue;
        const detail = `i18next and imports read this text as a form of a plural ${JSON.stringify(base)}`;
        this.file.warn({ code: 'read_as_plural', detail, key });
      }
    }
  }

  /** Returns the forms of the plural and, with the text of `other`, those that the language needs besides. */
  private completeForms(key: string, plural: Plural): Map<PluralCategory, string> {
    const warn = (code: string, detail: string): void => this.file.warn({ code, detail, key });
    const needed = pluralCategories(this.file.language, plural.type);
    const existing = zeroForms(plural, this.file.language, warn);
    const forms = new Map<PluralCategory, string>();
    for (const category of PLURAL_CATEGORIES) {
      const text = existing.get(category);
      if (text !== undefined) forms.set(category, text);
      else if (needed.includes(category)) {
        warn('plural_form_invented', `the form "${category}" is missing; the text of "other" is used for it`);
        forms.set(category, existing.get('other') ?? '');
      }
    }
    if (plural.arg !== 'count') {
      warn('plural_argument_renamed', `i18next always names the argument "count", not "${plural.arg}"`);
    }
    if ([...forms.values()].every((text) => text === '')) {
      warn('plural_empty', 'all forms are empty; the plural is read back as an empty text');
    }
    return forms;
  }
}
