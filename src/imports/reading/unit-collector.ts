import { keyName, text as textRule, description as descriptionRule } from '../../common/validation/text-rules';
import type { FieldError } from '../../common/errors/catalogue';
import {
  addWarning,
  type Meta,
  createWarnings,
  type ParsedEntry,
  type PlaceholderStyle,
  type PluralScope,
  mergePlural,
  type MessageConversion,
  toMessage,
  type Value,
  type Warning,
} from '../../language-files';
import type { ImportedFile, ImportedKey, ImportedPair } from './imported-file';
import { RefusedFileError } from './refused-file-error';

/** More mistakes than these are counted, not listed. */
const MAX_LISTED = 100;

/** Whose texts an entry carries, and how. */
export interface EntryTexts {
  /** Of the entry's own text. */
  language: string;
  /** Of the source text beside it, where that is to be taken. */
  sourceLanguage?: string;
  /** What its own text, a plural, can say in such a file. */
  plural?: PluralScope;
}

/**
 * Gathers the entries of one or several files into keys and pairs, each once. The same pair twice with the same text is
 * one; with another it is refused.
 */
export class PairCollector {
  private readonly keys: ImportedKey[] = [];
  private readonly pairs: ImportedPair[] = [];
  private readonly warnings = createWarnings();
  private readonly languageMetas = new Map<string, string>();
  private readonly indexOfKey = new Map<string, number>();
  /** By language: index of the pair by index of the key. */
  private readonly pairsOf = new Map<string, Map<number, number>>();
  private readonly errors: FieldError[] = [];
  private errorCount = 0;
  private inFile = '';

  /** @param style of the placeholders that are stored; undefined: as the file has them */
  constructor(
    private readonly metaId: string,
    private readonly style?: PlaceholderStyle,
  ) {}

  /** What comes next is of this file of an archive: a line number alone would not say where. */
  beginFile(path: string): void {
    this.inFile = `${JSON.stringify(path)}: `;
  }

  readonly warn = (warning: Warning): void =>
    addWarning(this.warnings, this.inFile === '' ? warning : { ...warning, detail: this.inFile + warning.detail });

  addEntry(entry: ParsedEntry, namespace: string | undefined, { language, sourceLanguage, plural }: EntryTexts): void {
    const name = namespace ? `${namespace}.${entry.key}` : entry.key;
    const flaw = keyName(name) ?? (entry.description === undefined ? undefined : descriptionRule(entry.description));
    if (flaw) return this.refuse({ line: entry.line, key: shortened(name), ...flaw });
    const key = this.keyOf(name, entry);
    const source =
      sourceLanguage === undefined || entry.source === undefined
        ? undefined
        : { ...this.pairOf(key, sourceLanguage, entry.source, entry), fromSource: true, meta: undefined };
    const own = { ...this.pairOf(key, language, entry.value, entry), ...(plural && { plural }) };
    if (sourceLanguage === language && source) return this.addOneOf(own, source, entry);
    this.addPair(own, entry);
    if (source) this.addPair(source, entry);
  }

  /** A file from a language into itself has two texts of it: its targets count, and its source texts where there are none. */
  private addOneOf(own: ImportedPair, source: ImportedPair, entry: ParsedEntry): void {
    if (!own.text) return this.addPair({ ...source, meta: own.meta }, entry);
    const whole = joined(own, source);
    // gettext's keys are the source texts.
    if (!whole && !entry.key.endsWith(source.text ?? '')) {
      const detail = `the target is the text; the source beside it is not kept: ${shortened(source.text ?? '')}`;
      this.warn({
        code: 'source_replaced',
        detail,
        key: entry.key,
        ...(entry.line !== undefined && { line: entry.line }),
      });
    }
    this.addPair(whole ?? own, entry);
  }

  addLanguageMeta(language: string, meta: Meta | undefined): void {
    const json = jsonOf(meta);
    if (json === undefined) return;
    if ((this.languageMetas.get(language) ?? json) !== json) {
      const detail = 'another file of the language has had a header or the like, which is replaced by that of this one';
      this.warn({ code: 'file_metadata_replaced', detail, language });
    }
    this.languageMetas.set(language, json);
  }

  /** @throws RefusedFileError with every entry that cannot be taken */
  result(): ImportedFile {
    if (this.errorCount > 0) {
      const code = this.errors.every((error) => error.code === 'duplicate_key') ? 'duplicate_key' : 'malformed_file';
      const more = this.errorCount > 1 ? ` (and ${this.errorCount - 1} more)` : '';
      const [first] = this.errors;
      const detail = `${JSON.stringify(first?.key ?? '')}: ${first?.detail}${more}`;
      throw new RefusedFileError({ code, detail, errors: this.errors });
    }
    const { keys, pairs, languageMetas, metaId, warnings } = this;
    return { keys, pairs, languageMetas, metaId, warnings };
  }

  private keyOf(name: string, { description, keyMeta }: ParsedEntry): number {
    const known = this.indexOfKey.get(name);
    if (known === undefined) {
      const key: ImportedKey = { name };
      describe(key, description, keyMeta);
      this.indexOfKey.set(name, this.keys.length);
      return this.keys.push(key) - 1;
    }
    const key = this.keys[known];
    if (key) describe(key, key.description ?? description, key.meta === undefined ? keyMeta : undefined);
    return known;
  }

  private addPair(pair: ImportedPair, { line }: ParsedEntry): void {
    const { text, language } = pair;
    const key = shortened(this.keys[pair.key]?.name ?? '');
    const flaw = text === null ? undefined : textRule(text);
    if (flaw) return this.refuse({ line, key, language, ...flaw });
    const ofLanguage = this.pairsOf.get(language) ?? new Map<number, number>();
    this.pairsOf.set(language, ofLanguage);
    if (pair.meta === undefined) delete pair.meta;
    const at = ofLanguage.get(pair.key) ?? this.pairs.length;
    ofLanguage.set(pair.key, at);
    const known = this.pairs[at];
    const whole = !known || known.text === text ? (known ?? pair) : joined(known, pair);
    if (whole) this.pairs[at] = whole;
    else {
      const detail = `stands twice with different texts in ${language}`;
      this.refuse({ line, key, language, code: 'duplicate_key', detail });
    }
  }

  private pairOf(key: number, language: string, value: Value, entry: ParsedEntry): ImportedPair {
    const warn: MessageConversion['warn'] = (code, detail) =>
      this.warn({ code, detail, key: entry.key, language, ...(entry.line !== undefined && { line: entry.line }) });
    const text = toMessage(value, { style: this.style, warn }, entry.source);
    return { key, language, text, fromSource: entry.implied === true, meta: jsonOf(entry.meta) };
  }

  private refuse(error: FieldError): void {
    this.errorCount++;
    error.detail = this.inFile + error.detail;
    if (error.line === undefined) delete error.line;
    if (this.errors.length < MAX_LISTED) this.errors.push(error);
  }
}

/**
 * A text and what a bilingual file has as its source, as one: a plural of a format that cannot say all of it stands beside
 * that source, in the same file or in those of other languages.
 * @returns undefined where they contradict each other
 */
function joined(one: ImportedPair, other: ImportedPair): ImportedPair | undefined {
  const [own, { text, fromSource }] = one.fromSource ? [other, one] : [one, other];
  return fromSource && !own.fromSource && saysAll(own, text) ? { ...own, text } : undefined;
}

/** As far as the format can say it, for a plural. */
const saysAll = ({ text, plural }: ImportedPair, source: string | null): boolean =>
  text === source || (text !== null && plural !== undefined && mergePlural(text, { current: source }, plural).same);

function describe(key: ImportedKey, description: string | undefined, meta: Meta | undefined): void {
  if (description !== undefined && description !== '') key.description = description;
  const json = jsonOf(meta);
  if (json !== undefined) key.meta = json;
}

/** PostgreSQL's jsonb takes no U+0000 and no lone surrogate; what only a format keeps is not worth a refusal. */
function jsonOf(meta: Meta | undefined): string | undefined {
  if (meta === undefined) return undefined;
  const json = JSON.stringify(meta);
  return json === '{}' ? undefined : json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '$1\\ufffd');
}

const shortened = (key: string): string => (key.length > 200 ? `${key.slice(0, 200)}…` : key);
