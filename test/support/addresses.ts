import { randomInt } from 'node:crypto';

/** Returns an address of a client that no other test uses: counters in Redis outlive a test file. */
export const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
