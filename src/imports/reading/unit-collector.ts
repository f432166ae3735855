import { descriptionRules, findIssue, keyNameRules, translationRules } from '../../common/validation/text-rules';
import {
  addWarning,
  createWarnings,
  type MessageConversion,
  type Meta,
  type ParsedEntry,
  type PlaceholderStyle,
  type PluralScope,
  toMessage,
  type Value,
  type Warning,
} from '../../language-files';
import { FileIssues, shorten } from './file-issues';
import type { ImportedFile, ImportedKey, TranslationUnit } from './imported-file';
import { mergeUnits } from './merge-units';

/** The languages of an entry's texts. */
export interface EntryLanguages {
  /** The language of the entry's own text. */
  language: string;
  /** The language of the source text beside it; undefined if the source text is not imported. */
  sourceLanguage?: string;
  /** The plural forms that the file can express; undefined if the entry's own text is not a plural. */
  plural?: PluralScope;
}

/**
 * Collects the entries of one or several files as keys and translation units. A unit that occurs several times with the same
 * text is one unit; with different texts it is an issue.
 */
export class TranslationUnitCollector {
  private readonly keys: ImportedKey[] = [];
  private readonly units: TranslationUnit[] = [];
  private readonly warnings = createWarnings();
  private readonly languageMetas = new Map<string, string>();
  private readonly keyIndexes = new Map<string, number>();
  /** Index of the unit by index of the key, by language. */
  private readonly unitIndexes = new Map<string, Map<number, number>>();
  private readonly issues = new FileIssues();
  /** Prefix of messages about a file of an archive. */
  private filePrefix = '';

  /** @param style of stored placeholders; undefined: as the file has them */
  constructor(
    private readonly metaId: string,
    private readonly style?: PlaceholderStyle,
  ) {}

  /** Starts a file of an archive, whose path the messages about its entries contain. */
  beginFile(path: string): void {
    this.filePrefix = `${JSON.stringify(path)}: `;
  }

  readonly warn = (warning: Warning): void => {
    addWarning(
      this.warnings,
      this.filePrefix === '' ? warning : { ...warning, detail: this.filePrefix + warning.detail },
    );
  };

  addEntry(entry: ParsedEntry, namespace: string | undefined, languages: EntryLanguages): void {
    const { language, sourceLanguage, plural } = languages;
    const name = namespace ? `${namespace}.${entry.key}` : entry.key;
    const issue = findIssue(keyNameRules, name) ?? findIssue(descriptionRules, entry.description ?? '');
    if (issue) return this.addIssue({ line: entry.line, key: shorten(name), ...issue });
    const key = this.addKey(name, entry);
    const source =
      sourceLanguage === undefined || entry.source === undefined
        ? undefined
        : { ...this.toUnit(key, sourceLanguage, entry.source, entry), fromSource: true, meta: undefined };
    const unit = { ...this.toUnit(key, language, entry.value, entry), ...(plural && { plural }) };
    if (source && sourceLanguage === language) return this.addSourceOrTarget(unit, source, entry);
    this.addUnit(unit, entry);
    if (source) this.addUnit(source, entry);
  }

  /** In a file from a language into itself, an entry has two texts of that language: the target counts if there is one. */
  private addSourceOrTarget(target: TranslationUnit, source: TranslationUnit, entry: ParsedEntry): void {
    if (!target.text) return this.addUnit({ ...source, meta: target.meta }, entry);
    const merged = mergeUnits(target, source);
    // In gettext the key is the source text, so nothing is lost.
    if (!merged && !entry.key.endsWith(source.text ?? '')) {
      const detail = `the target text is imported; the source text beside it is dropped: ${shorten(source.text ?? '')}`;
      this.warn({ code: 'source_replaced', detail, key: entry.key, ...linePosition(entry) });
    }
    this.addUnit(merged ?? target, entry);
  }

  addLanguageMeta(language: string, meta: Meta | undefined): void {
    const json = serializeMeta(meta);
    if (json === undefined) return;
    if ((this.languageMetas.get(language) ?? json) !== json) {
      const detail = 'the header of this file replaces the different header of another file of the language';
      this.warn({ code: 'file_metadata_replaced', detail, language });
    }
    this.languageMetas.set(language, json);
  }

  /** @throws RefusedFileError if an entry cannot be imported */
  result(): ImportedFile {
    this.issues.throwIfAny();
    const { keys, units, languageMetas, metaId, warnings } = this;
    return { keys, units, languageMetas, metaId, warnings };
  }

  /** @returns the index of the key */
  private addKey(name: string, { description, keyMeta }: ParsedEntry): number {
    const index = this.keyIndexes.get(name);
    if (index === undefined) {
      const key: ImportedKey = { name };
      describe(key, description, keyMeta);
      this.keyIndexes.set(name, this.keys.length);
      return this.keys.push(key) - 1;
    }
    const key = this.keys[index];
    if (key) describe(key, key.description ?? description, key.meta === undefined ? keyMeta : undefined);
    return index;
  }

  private addUnit(unit: TranslationUnit, { line }: ParsedEntry): void {
    const { text, language } = unit;
    const key = shorten(this.keys[unit.key]?.name ?? '');
    const issue = text === null ? undefined : findIssue(translationRules, text);
    if (issue) return this.addIssue({ line, key, language, ...issue });
    if (unit.meta === undefined) delete unit.meta;
    const index = this.unitIndex(unit);
    const earlier = this.units[index];
    const merged = !earlier || earlier.text === text ? (earlier ?? unit) : mergeUnits(earlier, unit);
    if (merged) this.units[index] = merged;
    else {
      const detail = `occurs twice with different texts in ${language}`;
      this.addIssue({ line, key, language, code: 'duplicate_key', detail });
    }
  }

  /** Returns the index of the unit with this key and language, or reserves the next one. */
  private unitIndex({ key, language }: TranslationUnit): number {
    let indexes = this.unitIndexes.get(language);
    if (!indexes) this.unitIndexes.set(language, (indexes = new Map<number, number>()));
    const index = indexes.get(key) ?? this.units.length;
    indexes.set(key, index);
    return index;
  }

  private toUnit(key: number, language: string, value: Value, entry: ParsedEntry): TranslationUnit {
    const warn: MessageConversion['warn'] = (code, detail) =>
      this.warn({ code, detail, key: entry.key, language, ...linePosition(entry) });
    const text = toMessage(value, { style: this.style, warn }, entry.source);
    return { key, language, text, fromSource: entry.implied === true, meta: serializeMeta(entry.meta) };
  }

  private addIssue(issue: Parameters<FileIssues['add']>[0]): void {
    this.issues.add({ ...issue, detail: this.filePrefix + issue.detail });
  }
}

const linePosition = ({ line }: ParsedEntry): { line?: number } => (line === undefined ? {} : { line });

function describe(key: ImportedKey, description: string | undefined, meta: Meta | undefined): void {
  if (description !== undefined && description !== '') key.description = description;
  const json = serializeMeta(meta);
  if (json !== undefined) key.meta = json;
}

/** PostgreSQL's jsonb rejects U+0000 and lone surrogates; in metadata they become U+FFFD. */
function serializeMeta(meta: Meta | undefined): string | undefined {
  if (meta === undefined) return undefined;
  const json = JSON.stringify(meta);
  return json === '{}' ? undefined : json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\\ufffd');
}
