import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { readUuid, UUID_BYTES, writeUuid } from '../../database/uuid-bytes';

/** Bytes that are allocated at a time, and looked through without a pause. */
const BLOCK_BYTES = 262_144;
/** The id of a key, and the length of its signature. */
const HEADER_BYTES = UUID_BYTES + 2;

/** The signature that has every trigram. */
const ANY = Buffer.of(0xff);

/**
 * Tells which keys may have all trigrams of a text: a Bloom filter for each key, with two of eight bits for each
 * trigram. For a trigram that it does not have, a filter says "maybe" once in twenty times; a word of six letters has
 * four of them.
 *
 * The filters are outside of the JavaScript heap, one after the other in blocks. They are only added: a key can have
 * several.
 */
export class Signatures {
  private readonly blocks: Buffer[] = [];
  /** The number of used bytes of the last block. */
  private used = BLOCK_BYTES;

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.blocks.length * BLOCK_BYTES;
  }

  /** @param trigrams hashes; undefined: the key may have every trigram */
  add(id: string, trigrams: Uint32Array | undefined): void {
    const length = trigrams ? trigrams.length : ANY.length;
    if (length === 0) return;
    const entry = this.allocate(HEADER_BYTES + length);
    entry.writeUInt16LE(length, writeUuid(id, entry, 0));
    const signature = entry.subarray(HEADER_BYTES);
    if (trigrams) setBits(signature, trigrams);
    else signature.set(ANY);
  }

  /** Returns the ids of the keys that may have all trigrams; undefined if there are more than the limit. */
  async find(trigrams: Uint32Array, limit: number): Promise<string[] | undefined> {
    const yielder = new EventLoopYielder();
    const ids = new Set<string>();
    const searched = Uint32Array.from(trigrams);
    for (let index = 0; index < this.blocks.length; index++) {
      addMatches(this.blocks[index] ?? ANY, searched, ids);
      if (ids.size > limit) return undefined;
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    return [...ids];
  }

  /** Returns zeros at the end of the last block, or of a new one. */
  private allocate(bytes: number): Buffer {
    if (this.used + bytes > BLOCK_BYTES) {
      this.blocks.push(Buffer.alloc(BLOCK_BYTES));
      this.used = 0;
    }
    const start = this.used;
    this.used += bytes;
    return this.blocks[this.blocks.length - 1]!.subarray(start, this.used);
  }
}

function setBits(signature: Buffer, trigrams: Uint32Array): void {
  const bits = signature.length * 8;
  for (const hash of trigrams) {
    for (const bit of [hash % bits, secondHash(hash) % bits]) signature[bit >>> 3]! |= 1 << (bit & 7);
  }
}

/** Adds the ids of the entries of a block. The rest of a block is zeros, a length of none. */
function addMatches(block: Buffer, trigrams: Uint32Array, ids: Set<string>): void {
  for (let start = 0; start + HEADER_BYTES < block.length;) {
    const length = block[start + UUID_BYTES]! | (block[start + UUID_BYTES + 1]! << 8);
    if (length === 0) return;
    const from = start + HEADER_BYTES;
    if (hasAll(block, from, length * 8, trigrams)) ids.add(readUuid(block, start));
    start = from + length;
  }
}

/**
 * Moves the trigram that is missing to the front: it is likely to be a rare one, and is looked for first in the next
 * entry.
 */
function hasAll(block: Buffer, from: number, bits: number, trigrams: Uint32Array): boolean {
  for (let i = 0; i < trigrams.length; i++) {
    const hash = trigrams[i]!;
    if (hasBit(block, from, hash % bits) && hasBit(block, from, secondHash(hash) % bits)) continue;
    trigrams[i] = trigrams[0]!;
    trigrams[0] = hash;
    return false;
  }
  return true;
}

const hasBit = (block: Buffer, from: number, bit: number): boolean =>
  (block[from + (bit >>> 3)]! & (1 << (bit & 7))) !== 0;

const secondHash = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 0;
