import { parse } from 'uuid';

const BYTES = 16;

/** A growing list of UUIDs, in 16 bytes each. */
export class UuidList {
  private bytes: Buffer;

  constructor(public length = 0) {
    this.bytes = Buffer.alloc(length * BYTES);
  }

  push(uuid: string): void {
    if ((this.length + 1) * BYTES > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], 2 * this.bytes.length + 1_024);
    this.set(this.length++, uuid);
  }

  set(index: number, uuid: string): void {
    this.bytes.set(parse(uuid), index * BYTES);
  }

  /** Returns a UUID in lower case. */
  at(index: number): string {
    const hex = this.bytes.toString('hex', index * BYTES, (index + 1) * BYTES);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}
