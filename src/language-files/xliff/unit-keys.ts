import { type Meta, metaText } from '../model/meta';
import type { ParsedEntry } from '../model/entry';

/**
 * Keys of units out of several `<file>`s. An id has to be unique only in its file. One that several files have is named
 * `<file>#<id>` in each of them: whichever of them comes first, or is missing, no key ever stands for another's text.
 */
export class UnitKeys {
  /** The file of each id; undefined where there are several. */
  private readonly owners = new Map<string, string | undefined>();

  note(id: string, file: string): void {
    this.owners.set(id, this.owners.has(id) && this.owners.get(id) !== file ? undefined : file);
  }

  /** Renames, in the entries whose key is an id of several files. */
  settle(entries: readonly ParsedEntry[]): void {
    for (const entry of entries) {
      if (this.owners.get(entry.key) !== undefined) continue;
      entry.key = `${metaText(entry.keyMeta?.file) ?? ''}#${entry.key}`;
      entry.keyMeta = { ...entry.keyMeta, qualified: true };
    }
  }
}

/** The id that a key goes back to. A key that was renamed since is its own id. */
export function unitId(key: string, meta: Meta | undefined): string {
  const prefix = `${metaText(meta?.file) ?? ''}#`;
  return meta?.qualified === true && key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
