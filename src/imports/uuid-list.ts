import { readUuid, UUID_BYTES, writeUuid } from '../database/uuid-bytes';

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

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}
