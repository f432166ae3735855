import type { FileToWrite } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { type Meta, metaText } from '../model/meta';

/**
 * The keys of units in several `<file>`s. An id is unique only within its file. An id that several files use becomes
 * the key `<file>#<id>` in all of them, so that the key of a text does not depend on the order of the files.
 */
export class UnitKeys {
  /** The first file of each id, and the ids that other files use, too. */
  private readonly fileById = new Map<string, string>();
  private readonly shared = new Set<string>();

  add(id: string, file: string): void {
    const known = this.fileById.get(id);
    if (known === undefined) this.fileById.set(id, file);
    else if (known !== file) this.shared.add(id);
  }

  /** Renames the entries whose key is an id of several files. */
  qualifyShared(entries: readonly ParsedEntry[]): void {
    if (this.shared.size === 0) return;
    for (const entry of entries) {
      if (!this.shared.has(entry.key)) continue;
      entry.key = `${metaText(entry.keyMeta?.file) ?? ''}#${entry.key}`;
      entry.keyMeta = { ...entry.keyMeta, qualified: true };
    }
  }
}

/** Returns the unit id of a key: the part after the file of a qualified key, or the key itself if it was renamed. */
export function unitId(key: string, keyMeta: Meta | undefined): string {
  const prefix = `${metaText(keyMeta?.file) ?? ''}#`;
  return keyMeta?.qualified === true && key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

/**
 * Finds the keys of a written document whose `<file>#` an import does not read, because no other file has the id any
 * more.
 */
export class WrittenKeys {
  /** The only key of each id; undefined where several files have it. */
  private readonly keyById = new Map<string, string | undefined>();

  add({ key, keyMeta }: EntryToWrite): void {
    const id = unitId(key, keyMeta);
    if (id !== key) this.keyById.set(id, this.keyById.has(id) ? undefined : key);
  }

  warn(file: Pick<FileToWrite, 'warn'>): void {
    for (const [id, key] of this.keyById) {
      const detail = `no other file of the document has the id ${id}, so that an import reads it as the key`;
      if (key !== undefined) file.warn({ code: 'key_changed', detail, key });
    }
  }
}
