import { readUuid, UUID_BYTES, writeUuid } from './uuid-bytes';

/** A growing list of UUIDs, in 16 bytes each. */
export class UuidList {
  private bytes: Buffer;

  constructor(public length = 0) {
    this.bytes = Buffer.alloc(length * UUID_BYTES);
  }

  push(uuid: string): void {
    if ((this.length + 1) * UUID_BYTES > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length + 1_024);
    this.set(this.length++, uuid);
  }

  set(index: number, uuid: string): void {
    writeUuid(uuid, this.bytes, index * UUID_BYTES);
  }

  /** Returns a UUID in lower case. */
  at(index: number): string {
    return readUuid(this.bytes, index * UUID_BYTES);
  }

  /** Returns the index of a UUID, or -1, in a list in ascending order. */
  indexInOrder(uuid: string): number {
    const searched = Buffer.alloc(UUID_BYTES);
    writeUuid(uuid, searched, 0);
    let [low, high] = [0, this.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const offset = middle * UUID_BYTES;
      const order = this.bytes.compare(searched, 0, UUID_BYTES, offset, offset + UUID_BYTES);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}
