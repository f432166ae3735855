import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes, in hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
