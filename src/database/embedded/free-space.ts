import { statfsSync } from 'node:fs';

/** Returns the bytes of a folder's disk that this process may still write. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
