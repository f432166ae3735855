import { createHash, type Hash } from 'node:crypto';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import type { UploadContent } from './multipart-form';

/** Bytes that are hashed without a pause. */
const SLICE = 1_048_576;

/**
 * Returns the SHA-256 of an upload: of its file and its fields, not of the bytes of the form, whose boundary is another
 * one each time. The event loop stays free.
 */
export async function hashUpload({ file, fields }: UploadContent): Promise<Buffer> {
  const { bytes, fileName, contentType } = file;
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([fileName, contentType, sorted, bytes.length]));
  return hashOf(hash, bytes);
}

/** Returns the SHA-256 of bytes. The event loop stays free. */
export const hashBytes = (bytes: Buffer): Promise<Buffer> => hashOf(createHash('sha256'), bytes);

async function hashOf(hash: Hash, bytes: Buffer): Promise<Buffer> {
  const yielder = new EventLoopYielder();
  for (let at = 0; at < bytes.length; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE));
    await yielder.yieldIfDue();
  }
  return hash.digest();
}
