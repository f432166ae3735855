import { compress } from '../http/responses/compress';

/** Smaller files are stored as they are. */
const MIN_COMPRESSED_BYTES = 1_024;

/** The stored forms of a file that is stored whole: either `plain`, or the other two. */
export const FORMS = ['plain', 'gzip', 'br'] as const;
export type Form = (typeof FORMS)[number];
export type StoredForms = Partial<Record<Form, Buffer>>;

/** Returns the bytes in the forms in which they are stored. Compression runs in the thread pool. */
export async function toStoredForms(content: Buffer): Promise<StoredForms> {
  if (content.length < MIN_COMPRESSED_BYTES) return { plain: content };
  const [gzip, br] = await Promise.all([compress(content, 'gzip'), compress(content, 'br')]);
  return { gzip, br };
}
