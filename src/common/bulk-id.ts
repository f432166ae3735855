import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const ID_BYTES = 16;
/** The bits of the counter of ids within a millisecond. */
const COUNTER_BITS = 10;
const pool = Buffer.alloc(1_024 * ID_BYTES);
let offset = pool.length;
let msecs = 0;
/** The number of ids of this millisecond before the next one. */
let count = 0;

/**
 * Takes 16 random bytes from a pool that is filled once per 1,024 ids, because a system call per id would dominate its
 * cost.
 */
function randomBytes(): Buffer {
  if (offset === pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  return pool.subarray(offset, (offset += ID_BYTES));
}

/**
 * Creates a UUID of version 7, for many at once. Each is greater than the previous one: a counter follows the time (RFC
 * 9562 §6.2, method 1), and 64 random bits follow the counter. 64 ids in a row have the same first 7 bytes, see
 * `idPrefix`.
 */
export function bulkId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    count = 0;
  } else if (++count === 1 << COUNTER_BITS) {
    msecs++;
    count = 0;
  }
  const seq = (count << (32 - COUNTER_BITS)) | (random.readUInt32BE(0) >>> COUNTER_BITS);
  return uuidv7({ random, msecs, seq });
}
