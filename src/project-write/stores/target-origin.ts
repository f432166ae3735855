/**
 * The member of a key's metadata that tells that an import added the key with a bilingual file of another language than the source,
 * and that no file of the source language has named it since: the digest of the source text in that file, 0 for none.
 */
export const ADDED_AS = 'addedAs';
