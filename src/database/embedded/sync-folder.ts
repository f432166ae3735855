import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until the names of a folder's files are on disk. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
