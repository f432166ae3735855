import { keepsRows, type Key, type PagesSnapshot } from './pages-snapshot';

/** The rows of a list stay where they are while a text of it is written: an answer that would move them waits until the text is done. */
export class HeldRows {
  private keyId?: string;
  private isPostponed = false;

  /** @param keyId of the text */
  begin(keyId: string): void {
    this.keyId = keyId;
  }

  /** @returns whether an answer waits */
  end(): boolean {
    const { isPostponed } = this;
    this.keyId = undefined;
    this.isPostponed = false;
    return isPostponed;
  }

  /** The id of the key whose text is written. */
  get held(): string | undefined {
    return this.keyId;
  }

  /** Notes that an answer waits if it would move rows. @param isCounted whether the number of rows would follow the answer */
  postpones({ pages, count }: PagesSnapshot, page: number, keys: readonly Key[], isCounted: boolean): boolean {
    if (this.keyId === undefined) return false;
    const known = pages.get(page);
    const moves = (isCounted && count !== undefined) || (known !== undefined && !keepsRows(known, keys));
    this.isPostponed ||= moves;
    return moves && known !== undefined;
  }
}
