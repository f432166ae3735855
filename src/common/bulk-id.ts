import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const ID_BYTES = 16;
const pool = Buffer.alloc(1_024 * ID_BYTES);
let taken = pool.length;

/** The system is asked for random bytes once in a thousand ids: that is most of what an id costs. */
function rng(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  return pool.subarray(taken, (taken += ID_BYTES));
}

/** A UUID of version 7 where many are made at once; those of the same millisecond are in no order. */
export const bulkId = (): string => uuidv7({ rng });
