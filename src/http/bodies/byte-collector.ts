const FIRST_BYTES = 16_384;

/**
 * Collects chunks in one piece of memory, which has only one owner, so that a thread can take it over. The chunks
 * themselves are garbage at once.
 */
export class ByteCollector {
  private memory: Buffer;
  private size = 0;

  /** @param expected the size that is expected, in bytes. The system provides memory only as it is written to. */
  constructor(expected = FIRST_BYTES) {
    this.memory = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.size;
  }

  add(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed > this.memory.length) this.grow(Math.max(needed, 2 * this.memory.length));
    this.size += chunk.copy(this.memory, this.size);
  }

  /** The bytes that were added. */
  get bytes(): Buffer {
    return this.memory.subarray(0, this.size);
  }

  private grow(capacity: number): void {
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.memory.copy(larger, 0, 0, this.size);
    this.memory = larger;
  }
}
