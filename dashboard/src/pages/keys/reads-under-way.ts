import type { KeyQuery } from './key-requests';
import { type Key, type PagesSnapshot, withChanges } from './pages-snapshot';

type Change = (key: Key) => Key;

/** The reads that are not answered yet, with the changes of keys since each began: its answer may be older than they are. */
export class ReadsUnderWay {
  private readonly reads = new Set<Map<string, Change>>();

  add(ids: ReadonlySet<string>, change: Change): void {
    for (const changes of this.reads)
      for (const id of ids) {
        const before = changes.get(id);
        changes.set(id, before ? (key) => change(before(key)) : change);
      }
  }

  /** Waits for a read. @returns its answer, and functions that make the changes again in the pages, or in the keys, that have it */
  async wait<T>(read: Promise<T>) {
    const changes = new Map<string, Change>();
    this.reads.add(changes);
    try {
      const answer = await read;
      const changed = (snapshot: PagesSnapshot, query: KeyQuery): PagesSnapshot =>
        [...changes].reduce(
          (latest, [id, change]) => ({ ...latest, ...withChanges(latest, query, new Set([id]), change) }),
          snapshot,
        );
      const changedKeys = (keys: readonly Key[]): Key[] => keys.map((key) => changes.get(key.id)?.(key) ?? key);
      return { answer, changed, changedKeys };
    } finally {
      this.reads.delete(changes);
    }
  }
}
