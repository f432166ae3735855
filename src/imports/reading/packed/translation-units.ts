import { stateOfNumber, stateToNumber, type TranslationState } from '../../../common/translation-state';
import type { PluralScope } from '../../../language-files';
import { HashIndex, hashPair, hashText } from './hash-index';
import { Interned } from './interned';
import { NumberList } from './number-list';
import { RecordPages } from './record-pages';

/** The text of one key in one language, as a file contains it. A file has each translation unit once. */
export interface TranslationUnit {
  /** Index into `ImportedFile.keys`. */
  key: number;
  language: string;
  /** The text; plurals are ICU messages. `null`: the file names the unit but has no text for it. */
  text: string | null;
  /** The text is the source text of a bilingual file, or implied: it fills a gap and replaces nothing. */
  fromSource: boolean;
  /**
   * The plural forms that the file's format can express; undefined if the text was not a plural. Forms that the format
   * cannot express are kept from the message that the text replaces.
   */
  plural?: PluralScope;
  /** JSON text of the format's metadata of the text. */
  meta?: string;
  /** The state in the file; undefined if it has none. */
  state?: TranslationState;
}

/** The memory of `TranslationUnits`, as plain data that a thread can transfer. */
export interface PackedUnits {
  pages: Uint8Array[];
  addresses: Uint32Array;
  keys: Uint32Array;
  languages: Uint32Array;
  kinds: Uint32Array;
  languageTags: string[];
  pluralScopes: PluralScope[];
}

/** The translation units of a file, in the order of the file. A unit that is read is a copy. */
export class TranslationUnits implements Iterable<TranslationUnit> {
  /** Fields: text, metadata. */
  private readonly records: RecordPages;
  private readonly addresses: NumberList;
  private readonly keys: NumberList;
  /** Indexes into the tags. */
  private readonly languages: NumberList;
  /**
   * 8 times the index of the plural's scope plus 1, or 0; twice the number of the state plus 1, or 0; 1 if the text is
   * from the source.
   */
  private readonly kinds: NumberList;
  private readonly languageTags: Interned<string>;
  private readonly pluralScopes: Interned<PluralScope>;

  constructor(packed?: PackedUnits) {
    this.records = new RecordPages(packed?.pages);
    this.addresses = new NumberList(packed?.addresses);
    this.keys = new NumberList(packed?.keys);
    this.languages = new NumberList(packed?.languages);
    this.kinds = new NumberList(packed?.kinds);
    this.languageTags = new Interned(packed?.languageTags);
    this.pluralScopes = new Interned(packed?.pluralScopes);
  }

  get length(): number {
    return this.addresses.length;
  }

  get packed(): PackedUnits {
    return {
      pages: this.records.pages,
      addresses: this.addresses.array,
      keys: this.keys.array,
      languages: this.languages.array,
      kinds: this.kinds.array,
      languageTags: this.languageTags.values,
      pluralScopes: this.pluralScopes.values,
    };
  }

  /** The languages of the units, in the order in which they first occur. */
  get languagesInUse(): readonly string[] {
    return this.languageTags.values;
  }

  at(index: number): TranslationUnit {
    const address = this.addresses.at(index);
    const kind = this.kinds.at(index);
    const unit: TranslationUnit = {
      key: this.keys.at(index),
      language: this.languageTags.at(this.languages.at(index)),
      text: this.records.get(address, 0),
      fromSource: kind % 2 === 1,
    };
    const [state, plural] = [(kind >>> 1) & 3, kind >>> 3];
    if (state > 0) unit.state = stateOfNumber(state - 1);
    if (plural > 0) unit.plural = this.pluralScopes.at(plural - 1);
    const meta = this.records.get(address, 1);
    if (meta !== null) unit.meta = meta;
    return unit;
  }

  /** Returns the key of a unit, as an index into `ImportedFile.keys`. */
  keyAt(index: number): number {
    return this.keys.at(index);
  }

  /** Returns whether the unit at the index has this key and language. */
  isAt(index: number, { key, language }: UnitId): boolean {
    return this.keys.at(index) === key && this.languageTags.at(this.languages.at(index)) === language;
  }

  /** Yields the index and the key of each unit in a language. */
  *inLanguage(language: string): Generator<[index: number, key: number]> {
    const tag = this.languageTags.values.indexOf(language);
    for (let index = 0; index < this.length; index++) {
      if (this.languages.at(index) === tag) yield [index, this.keys.at(index)];
    }
  }

  push(unit: TranslationUnit): void {
    this.keys.push(unit.key);
    this.languages.push(this.languageTags.indexOf(unit.language));
    this.addresses.push(this.records.add([unit.text, unit.meta]));
    this.kinds.push(this.kindOf(unit));
  }

  /** Replaces a unit by one of the same key and language. */
  set(index: number, unit: TranslationUnit): void {
    this.addresses.set(index, this.records.add([unit.text, unit.meta]));
    this.kinds.set(index, this.kindOf(unit));
  }

  *[Symbol.iterator](): Generator<TranslationUnit> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  private kindOf({ plural, state, fromSource }: TranslationUnit): number {
    const scope = plural ? this.pluralScopes.indexOf(plural) + 1 : 0;
    return 8 * scope + 2 * (state === undefined ? 0 : stateToNumber(state) + 1) + (fromSource ? 1 : 0);
  }
}

/** Finds units by key and language. */
export class UnitIndex {
  private readonly index = new HashIndex();

  constructor(private readonly units: TranslationUnits) {}

  /** Returns the index of the unit, or -1. */
  find({ key, language }: UnitId): number {
    return this.index.find(hashUnit({ key, language }), (index) => this.units.isAt(index, { key, language }));
  }

  /** Adds the next unit of the list, whose key or language must differ from all other units. */
  add(id: UnitId): void {
    this.index.add(hashUnit(id));
  }
}

type UnitId = Pick<TranslationUnit, 'key' | 'language'>;

const hashUnit = ({ key, language }: UnitId): number => hashPair(key, hashText(language));
