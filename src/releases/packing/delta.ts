/**
 * Deltas: the bytes of a file as pieces of another file, its base, and bytes that the base does not have.
 *
 * A delta is the length of its instructions, the instructions, and the inserted bytes. An instruction is the number of inserted bytes, the
 * number of copied bytes that follow, and, if there are any, where they are in the base: the distance from the end of the copy before. All
 * numbers have seven bits a byte, the lowest first.
 */

/** Bytes that must be equal for a copy. Each block of so many bytes of the base is in an index. */
const BLOCK = 32;
/** The places of the base that are compared at a place of the file: repeated blocks are at many places. */
const MAX_CANDIDATES = 8;
const MULTIPLIER = 0x01000193;
/** The factor of the byte that leaves a block. */
const LEAVING = power(MULTIPLIER, BLOCK);

/** A delta does not belong to its base, or is damaged. */
export class DeltaError extends Error {}

/**
 * Describes a file by another one. Time and memory are proportional to the bytes of both files.
 *
 * @param maxBytes the greatest length of the delta
 * @returns undefined if it would be longer
 */
export function createDelta(base: Uint8Array, target: Uint8Array, maxBytes: number): Buffer | undefined {
  const index = new BlockIndex(base);
  const delta = new DeltaWriter(target, maxBytes);
  let position = 0;
  let hash = position + BLOCK <= target.length ? hashOf(target, position) : 0;
  while (position + BLOCK <= target.length) {
    const match = index.longestMatch(target, position, delta.written, hash);
    if (match) {
      if (!delta.copy(match)) return undefined;
      position = match.end;
      if (position + BLOCK <= target.length) hash = hashOf(target, position);
    } else {
      if (position - delta.written > maxBytes) return undefined;
      hash = roll(hash, target[position] ?? 0, target[position + BLOCK] ?? 0);
      position++;
    }
  }
  return delta.end();
}

/**
 * Makes the file of a delta.
 *
 * @param bytes of the file
 * @throws DeltaError
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array, bytes: number): Buffer {
  const target = Buffer.allocUnsafeSlow(bytes);
  const reader = new NumberReader(delta);
  let inserted = reader.next();
  inserted += reader.position;
  const end = inserted;
  let [written, from] = [0, 0];
  const append = (source: Uint8Array, start: number, length: number): void => {
    if (start < 0 || start + length > source.length || written + length > bytes) throw new DeltaError('out of range');
    target.set(source.subarray(start, start + length), written);
    written += length;
  };
  while (reader.position < end) {
    const insertion = reader.next();
    append(delta, inserted, insertion);
    inserted += insertion;
    const copied = reader.next();
    if (copied === 0) continue;
    from += toSigned(reader.next());
    append(base, from, copied);
    from += copied;
  }
  if (written !== bytes || inserted !== delta.length) throw new DeltaError('the length differs');
  return target;
}

/** Equal bytes of base and target. */
interface Match {
  /** In the base. */
  from: number;
  /** In the target, with `end` behind its last byte. */
  start: number;
  end: number;
}

/** Finds the blocks of a base by their hashes. */
class BlockIndex {
  private readonly shift: number;
  /** The first block of each slot, and the next block of the same slot, counted from 1; 0: there is none. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;

  constructor(private readonly base: Uint8Array) {
    const blocks = Math.floor(base.length / BLOCK);
    const bits = Math.max(4, Math.ceil(Math.log2(blocks + 1)));
    this.shift = 32 - bits;
    this.first = new Int32Array(2 ** bits);
    this.next = new Int32Array(blocks + 1);
    for (let block = blocks; block > 0; block--) {
      const slot = this.slotOf(hashOf(base, (block - 1) * BLOCK));
      this.next[block] = this.first[slot] ?? 0;
      this.first[slot] = block;
    }
  }

  /** @param earliest the first byte of the target that the match may have */
  longestMatch(target: Uint8Array, position: number, earliest: number, hash: number): Match | undefined {
    let best: Match | undefined;
    let block = this.first[this.slotOf(hash)] ?? 0;
    for (let count = 0; block > 0 && count < MAX_CANDIDATES; count++) {
      const match = this.extend(target, position, earliest, (block - 1) * BLOCK);
      if (match && (!best || match.end - match.start > best.end - best.start)) best = match;
      block = this.next[block] ?? 0;
    }
    return best;
  }

  private slotOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.shift;
  }

  private extend(target: Uint8Array, position: number, earliest: number, from: number): Match | undefined {
    const { base } = this;
    let length = 0;
    const most = Math.min(base.length - from, target.length - position);
    while (length < most && base[from + length] === target[position + length]) length++;
    if (length < BLOCK) return undefined;
    let before = 0;
    const mostBefore = Math.min(from, position - earliest);
    while (before < mostBefore && base[from - before - 1] === target[position - before - 1]) before++;
    return { from: from - before, start: position - before, end: position + length };
  }
}

/** Collects the instructions of a delta. */
class DeltaWriter {
  /** The bytes of the target for which there are instructions. */
  written = 0;
  private readonly instructions: Buffer;
  private readonly inserted: Buffer;
  private instructionBytes = 0;
  private insertedBytes = 0;
  /** Behind the last copy, in the base. */
  private copiedTo = 0;

  constructor(
    private readonly target: Uint8Array,
    private readonly maxBytes: number,
  ) {
    this.instructions = Buffer.allocUnsafe(maxBytes);
    this.inserted = Buffer.allocUnsafe(maxBytes);
  }

  /** @returns whether the delta is not too long */
  copy({ from, start, end }: Match): boolean {
    if (!this.insert(start)) return false;
    this.number(end - start);
    this.number(toUnsigned(from - this.copiedTo));
    this.copiedTo = from + end - start;
    this.written = end;
    return true;
  }

  end(): Buffer | undefined {
    if (this.written < this.target.length) {
      if (!this.insert(this.target.length)) return undefined;
      this.number(0);
    }
    const head = Buffer.from(bytesOf(this.instructionBytes));
    const { instructions, inserted, instructionBytes, insertedBytes } = this;
    if (head.length + instructionBytes + insertedBytes > this.maxBytes) return undefined;
    return Buffer.concat([head, instructions.subarray(0, instructionBytes), inserted.subarray(0, insertedBytes)]);
  }

  private insert(end: number): boolean {
    const length = end - this.written;
    // The instruction itself has at most three numbers of five bytes.
    if (this.instructionBytes + 15 + this.insertedBytes + length > this.maxBytes) return false;
    this.number(length);
    this.inserted.set(this.target.subarray(this.written, end), this.insertedBytes);
    this.insertedBytes += length;
    this.written = end;
    return true;
  }

  private number(value: number): void {
    for (const byte of bytesOf(value)) this.instructions[this.instructionBytes++] = byte;
  }
}

class NumberReader {
  position = 0;

  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new DeltaError('no number');
  }
}

function bytesOf(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  bytes.push(value);
  return bytes;
}

const toUnsigned = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);

const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function hashOf(bytes: Uint8Array, position: number): number {
  let hash = 0;
  for (let i = position; i < position + BLOCK; i++) hash = (Math.imul(hash, MULTIPLIER) + (bytes[i] ?? 0)) | 0;
  return hash;
}

const roll = (hash: number, leaving: number, entering: number): number =>
  (Math.imul(hash, MULTIPLIER) + entering - Math.imul(leaving, LEAVING)) | 0;

function power(factor: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, factor);
  return result;
}
