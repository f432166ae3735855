import type { Schemas } from '../../api/client';
import { PAGE_SIZE } from './key-requests';
import { endOf, keepsRows, type PagesSnapshot } from './pages-snapshot';

type Answer = Schemas['KeyList'];

/** The rows of a list stay where they are while a text of it is written: an answer that would move them waits until no text is written. */
export class HeldRows {
  private keyId?: string;
  private isPostponed = false;

  /** @param keyId of the text */
  begin(keyId: string): void {
    this.keyId = keyId;
  }

  /** An answer that waits goes on waiting if another text begins before `takePostponed`. */
  end(): void {
    this.keyId = undefined;
  }

  /** Returns whether an answer waits although no text is written. It does not wait any more then. */
  takePostponed(): boolean {
    if (this.keyId !== undefined || !this.isPostponed) return false;
    this.isPostponed = false;
    return true;
  }

  /** The id of the key whose text is written. */
  get held(): string | undefined {
    return this.keyId;
  }

  /** Whether the number of rows stays as it is, whatever is read. */
  keepsCount({ count }: PagesSnapshot): boolean {
    return this.keyId !== undefined && count !== undefined;
  }

  /** Returns the change of a list that ends at a row. The rows behind it stay, without keys, while a text is written. */
  endAt(snapshot: PagesSnapshot, end: number, stale: Set<number>): Partial<PagesSnapshot> {
    if (!this.keepsCount(snapshot)) return { count: end, rows: end };
    this.isPostponed = true;
    const pages = new Map(snapshot.pages);
    for (let page = Math.ceil(end / PAGE_SIZE); page * PAGE_SIZE < (snapshot.count ?? 0); page++) {
      if (!pages.has(page)) pages.set(page, []);
      stale.delete(page);
    }
    return { pages };
  }

  /** Notes that an answer waits if it would move rows. @param isCounted whether the answer has the number of rows */
  postpones(snapshot: PagesSnapshot, page: number, { keys, nextCursor }: Answer, isCounted: boolean): boolean {
    if (this.keyId === undefined) return false;
    const known = snapshot.pages.get(page);
    const isShorter = nextCursor === null && endOf(page, keys) < (snapshot.count ?? 0);
    const moves =
      ((isCounted || isShorter) && this.keepsCount(snapshot)) || (known !== undefined && !keepsRows(known, keys));
    this.isPostponed ||= moves;
    return moves && known !== undefined;
  }

  /** Returns the number of rows after the answer for a page, as far as it is known. It can only grow while a text is written. */
  countOf(snapshot: PagesSnapshot, page: number, { keys, nextCursor, total }: Answer): number | undefined {
    const end = endOf(page, keys);
    if (this.keepsCount(snapshot)) return Math.max(snapshot.count ?? 0, end);
    return nextCursor === null ? end : (total ?? snapshot.count);
  }
}
