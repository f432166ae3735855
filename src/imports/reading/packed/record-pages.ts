import { FileLimitError } from '../../../language-files';

/** A record of strings, as `RecordPages` holds it. */
export type RecordFields = readonly (string | null | undefined)[];

/** The largest offset of a record in its page is below this number. */
const PAGE_BYTES = 1_048_576;
const FIRST_PAGE_BYTES = 16_384;
/** So many pages can be addressed with 32 bits. */
const MAX_PAGES = 2 ** 32 / PAGE_BYTES;

/**
 * Holds records of strings as UTF-8 in pages outside the JavaScript heap, where a million of them takes little memory
 * and no time of the garbage collector, and which a thread can transfer. A string must not contain a lone surrogate.
 *
 * A field is the length in bytes plus 1, as a variable-length integer of 7 bits per byte, and the bytes. Length 0: no
 * string.
 */
export class RecordPages {
  readonly pages: Buffer[];
  /** Bytes in use of the last page. */
  private used: number;

  /** @param pages pages of another instance, which must not be used any more */
  constructor(pages: readonly Uint8Array[] = []) {
    // A thread receives a buffer as a plain array of bytes.
    this.pages = pages.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
    this.used = pages.at(-1)?.length ?? 0;
  }

  /**
   * @returns the address of the record
   * @throws FileLimitError beyond 4 GiB
   */
  add(fields: RecordFields): number {
    const lengths = fields.map((field) => (typeof field === 'string' ? Buffer.byteLength(field) : -1));
    const page = this.reserve(lengths.reduce((size, length) => size + sizeOf(length + 1) + Math.max(0, length), 0));
    const address = (this.pages.length - 1) * PAGE_BYTES + this.used;
    for (const [index, length] of lengths.entries()) {
      this.writeNumber(page, length + 1);
      if (length > 0) this.used += page.write(fields[index] ?? '', this.used, length);
    }
    return address;
  }

  /** Returns a field of a record: its string, or null. */
  get(address: number, field: number): string | null {
    const page = this.pageAt(address);
    let offset = address % PAGE_BYTES;
    for (let index = 0; ; index++) {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = page[offset++] ?? 0;
        length += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) break;
      }
      if (index === field) return length === 0 ? null : page.toString('utf8', offset, offset + length - 1);
      offset += Math.max(0, length - 1);
    }
  }

  private pageAt(address: number): Buffer {
    const page = this.pages[Math.floor(address / PAGE_BYTES)];
    if (!page) throw new RangeError(`no record has the address ${address}`);
    return page;
  }

  /**
   * Returns the page with room for so many bytes at `used`. A record that is larger than a page has a page of its own.
   */
  private reserve(bytes: number): Buffer {
    const last = this.pages.at(-1);
    if (last && this.used + bytes <= last.length) return last;
    if (this.pages.length >= MAX_PAGES) throw new FileLimitError('the texts of the file take more than 4 GiB');
    const size = Math.max(bytes, Math.min(PAGE_BYTES, FIRST_PAGE_BYTES * 2 ** this.pages.length));
    const page = Buffer.allocUnsafeSlow(size);
    this.pages.push(page);
    this.used = 0;
    return page;
  }

  private writeNumber(page: Buffer, number: number): void {
    let rest = number;
    while (rest > 0x7f) {
      page[this.used++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    page[this.used++] = rest;
  }
}

/** Returns the number of bytes that `writeNumber` writes. */
function sizeOf(number: number): number {
  let size = 1;
  for (let rest = number; rest > 0x7f; rest >>>= 7) size++;
  return size;
}
