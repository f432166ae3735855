import { EventLoopYielder } from '../../../common/scheduling/event-loop-yielder';
import { HashIndex, hashText } from './hash-index';
import { NumberList } from './number-list';
import { type RecordFields, RecordPages } from './record-pages';

/**
 * The effect of a file on the descriptions of its keys. `replace`: its descriptions are set, and its earlier ones that it
 * lacks now are removed. `set`: its descriptions are set. `fill`: only keys without a description get one.
 */
export type DescriptionRule = 'replace' | 'set' | 'fill';

/** A key that a file names. */
export interface ImportedKey {
  name: string;
  description?: string;
  /** Default: `fill`. */
  descriptionRule?: DescriptionRule;
  /** JSON text of the format's metadata of the key. */
  meta?: string;
  /** The greatest number of characters of a text. */
  maxLength?: number;
  /** A file of the source language names the key. */
  isOfSource?: true;
  /** JSON text of how the file nests the key, if its name does not show it. */
  path?: string;
}

/** The memory of `ImportedKeys`, as plain data that a thread can transfer. */
export interface PackedKeys {
  pages: Uint8Array[];
  addresses: Uint32Array;
}

const fieldsOf = ({
  name,
  description,
  meta,
  maxLength,
  descriptionRule,
  isOfSource,
  path,
}: ImportedKey): RecordFields => [
  name,
  description,
  meta,
  maxLength?.toString(),
  descriptionRule,
  isOfSource && '',
  path,
];

/** The keys that a file names, each once, in the order of the file. A key that is read is a copy. */
export class ImportedKeys implements Iterable<ImportedKey> {
  private readonly records: RecordPages;
  private readonly addresses: NumberList;

  constructor(packed?: PackedKeys) {
    this.records = new RecordPages(packed?.pages);
    this.addresses = new NumberList(packed?.addresses);
  }

  get length(): number {
    return this.addresses.length;
  }

  get packed(): PackedKeys {
    return { pages: this.records.pages, addresses: this.addresses.array };
  }

  name(index: number): string {
    return this.records.get(this.addresses.at(index), 0) ?? '';
  }

  isOfSource(index: number): boolean {
    return this.records.get(this.addresses.at(index), 5) !== null;
  }

  at(index: number): ImportedKey {
    const address = this.addresses.at(index);
    const key: ImportedKey = { name: this.records.get(address, 0) ?? '' };
    const [description, meta] = [this.records.get(address, 1), this.records.get(address, 2)];
    if (description !== null) key.description = description;
    if (meta !== null) key.meta = meta;
    const maxLength = this.records.get(address, 3);
    if (maxLength !== null) key.maxLength = Number(maxLength);
    const rule = this.records.get(address, 4);
    if (rule !== null) key.descriptionRule = rule as DescriptionRule;
    if (this.isOfSource(index)) key.isOfSource = true;
    const path = this.records.get(address, 6);
    if (path !== null) key.path = path;
    return key;
  }

  /** @returns the index of the key */
  push(key: ImportedKey): number {
    this.addresses.push(this.records.add(fieldsOf(key)));
    return this.length - 1;
  }

  set(index: number, key: ImportedKey): void {
    this.addresses.set(index, this.records.add(fieldsOf(key)));
  }

  *[Symbol.iterator](): Generator<ImportedKey> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}

/** Finds keys by their names. */
export class KeyIndex {
  private readonly index = new HashIndex();

  constructor(private readonly keys: ImportedKeys) {}

  /** Returns the index of all keys, and yields to the event loop meanwhile. */
  static async of(keys: ImportedKeys): Promise<KeyIndex> {
    const yielder = new EventLoopYielder();
    const index = new KeyIndex(keys);
    for (const { name } of keys) {
      index.add(name);
      const pause = yielder.yieldIfDue();
      if (pause) await pause;
    }
    return index;
  }

  /** Returns the index of the key with the name, or -1. */
  find(name: string): number {
    return this.index.find(hashText(name), (index) => this.keys.name(index) === name);
  }

  /** Adds the name of the next key of the list, which must differ from all others. */
  add(name: string): void {
    this.index.add(hashText(name));
  }
}
