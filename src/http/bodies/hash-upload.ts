import { createHash, type Hash } from 'node:crypto';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import type { UploadContent } from './multipart-form';

/** Bytes that are hashed without a pause. */
const SLICE = 1_048_576;

/**
 * Returns the SHA-256 of an upload: of its files and its fields, not of the bytes of the form, whose boundary is another
 * one each time. The event loop stays free.
 */
export async function hashUpload({ files, fields }: UploadContent): Promise<Buffer> {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  for (const { bytes, fileName, contentType } of files) {
    await add(bytes, hash.update(JSON.stringify([fileName, contentType, sorted, bytes.length])));
  }
  return hash.digest();
}

/** Returns the SHA-256 of bytes. The event loop stays free. */
export const hashBytes = async (bytes: Buffer): Promise<Buffer> => (await add(bytes, createHash('sha256'))).digest();

async function add(bytes: Buffer, hash: Hash): Promise<Hash> {
  const yielder = new EventLoopYielder();
  for (let at = 0; at < bytes.length; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE));
    await yielder.yieldIfDue();
  }
  return hash;
}
