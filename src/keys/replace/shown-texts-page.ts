import { PAGE_BYTES } from '../../common/page-bytes';
import { validate as isUuid } from 'uuid';
import { anyText, CursorCodec } from '../../http/queries/cursor';
import type { ShownText } from './replacement';

/** The first 512 characters of the name of the last key of a page, and its id. */
export const TEXTS_CURSOR = new CursorCodec(anyText, isUuid);

/** Collects the texts of a page, which is bounded by their number and their bytes. */
export class ShownTextsPage {
  readonly items: ShownText[] = [];
  nextCursor: string | null = null;
  private bytes = 0;
  private isFull = false;
  private last: { place: string; keyId: string } | undefined;

  constructor(private readonly limit: number) {}

  add({ keyId, name, before, after, skipped, checks, place }: ShownText & { place: string }): void {
    if (this.isFull) return;
    this.bytes += Buffer.byteLength(name) + Buffer.byteLength(before) + Buffer.byteLength(after);
    if (this.last && (this.items.length >= this.limit || this.bytes > PAGE_BYTES)) {
      this.isFull = true;
      this.nextCursor = TEXTS_CURSOR.encode(this.last.place, this.last.keyId);
      return;
    }
    this.items.push({ keyId, name, before, after, skipped, checks });
    this.last = { place, keyId };
  }
}
