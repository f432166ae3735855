import { randomFillSync } from 'node:crypto';
import { releaseMemory } from '../../../common/memory/release-memory';
import { NumberList } from './number-list';

/** The slots of a new table; a power of 2, as is every later number of slots. */
const FIRST_SLOTS = 256;
/** Code units that are hashed with keys of their own. A key name has fewer. */
const MAX_UNITS = 8_192;

/** Random numbers, so that no file can be written whose names have equal hashes. */
const KEYS = randomFillSync(new Int32Array(2 * MAX_UNITS));

/**
 * Finds the items of a list by their hashes, in 12 to 20 bytes per item; the list itself is elsewhere. Open addressing
 * with linear probing (Knuth, The Art of Computer Programming, volume 3, 6.4).
 */
export class HashIndex {
  /** Index of the item plus 1; 0 is a free slot. */
  private slots = new Uint32Array(FIRST_SLOTS);
  private readonly hashes = new NumberList();

  /**
   * Returns the index of an item, or -1.
   *
   * @param hash of the item
   * @param isSame returns whether the item at an index, which has this hash, is the item to find
   */
  find(hash: number, isSame: (index: number) => boolean): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = (this.slots[slot] ?? 0) - 1;
      if (index < 0 || (this.hashes.at(index) === hash && isSame(index))) return index;
    }
  }

  /** Adds the next item of the list, which must not be in the table. */
  add(hash: number): void {
    this.hashes.push(hash);
    if (2 * this.hashes.length > this.slots.length) this.grow();
    else this.place(this.hashes.length - 1);
  }

  private place(index: number): void {
    const mask = this.slots.length - 1;
    let slot = this.hashes.at(index) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = index + 1;
  }

  private grow(): void {
    const slots = this.slots.length;
    releaseMemory(this.slots);
    this.slots = new Uint32Array(2 * slots);
    for (let index = 0; index < this.hashes.length; index++) this.place(index);
  }
}

/** Returns a hash of 32 bits (Carter and Wegman's universal hashing: a sum of products with random keys). */
export function hashText(text: string): number {
  let [high, low] = [KEYS[MAX_UNITS - 1] ?? 0, KEYS[2 * MAX_UNITS - 1] ?? 0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i) + 1;
    high = (high + Math.imul(KEYS[i % MAX_UNITS] ?? 0, unit)) | 0;
    low = (low + Math.imul(KEYS[MAX_UNITS + (i % MAX_UNITS)] ?? 0, unit)) | 0;
  }
  // The upper halves of the sums are the random ones.
  return ((high & 0xffff0000) | (low >>> 16)) >>> 0;
}

/** Returns a hash of 32 bits of two integers. */
export function hashPair(one: number, other: number): number {
  const half = Math.imul(one ^ (KEYS[0] ?? 0), 0x9e3779b1);
  const whole = Math.imul((half ^ (half >>> 15)) + other, 0x85ebca6b);
  return (whole ^ (whole >>> 13)) >>> 0;
}
