import { UuidList } from '../database/uuid-list';
import type { TextId } from '../project-write/stores/translation-store';

/** The texts that an import removes of keys of its file, in a byte for each key and language. */
export class TextsOfFile {
  private readonly languages = new Map<string, Uint8Array>();

  constructor(private readonly keys: number) {}

  /** @param key its index in the file */
  add(key: number, language: string): void {
    const removed = this.languages.get(language) ?? new Uint8Array(this.keys);
    this.languages.set(language, removed);
    removed[key] = 1;
  }

  has(key: number, language: string): boolean {
    return this.languages.get(language)?.[key] === 1;
  }

  /** Yields the languages in which a key loses its text. */
  *languagesOf(key: number): Generator<string> {
    for (const language of this.languages.keys()) if (this.has(key, language)) yield language;
  }
}

/** Texts of keys that a file lacks, packed. They are added in the order of the ids of their keys in each language. */
export class TextsBeside {
  private readonly keyIds = new Map<string, UuidList>();

  add({ keyId, language }: TextId): void {
    const ids = this.keyIds.get(language) ?? new UuidList();
    ids.push(keyId);
    this.keyIds.set(language, ids);
  }

  /** Yields sets of at least so many texts, the last one of fewer. All texts of a key are in one of them. */
  *sets(size: number): Generator<TextId[]> {
    const lists = Array.from(this.keyIds, ([language, ids]) => ({ language, ids, place: 0 }));
    let set: TextId[] = [];
    for (;;) {
      const next = lists.filter(({ ids, place }) => place < ids.length).map(({ ids, place }) => ids.at(place));
      const [first] = next.sort();
      if (first === undefined) break;
      for (const list of lists) {
        if (list.place === list.ids.length || list.ids.at(list.place) !== first) continue;
        set.push({ keyId: first, language: list.language });
        list.place++;
      }
      if (set.length < size) continue;
      yield set;
      set = [];
    }
    if (set.length > 0) yield set;
  }
}
