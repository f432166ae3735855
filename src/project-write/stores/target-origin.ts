/**
 * The member of a key's metadata that tells that an import added the key with a file of another language than the source, and that no
 * file of the source language has named it since: the digest of the source text in that file, 0 for none.
 */
export const ADDED_AS = 'addedAs';

/** The member beside `ADDED_AS` that tells that this source text is the name of the text. */
export const ADDED_BY_NAME = 'addedByName';

/**
 * The member of a key's metadata that has the digest of a source text, by which a file of the source language replaced
 * the source text of an earlier bilingual file. It is no newer text: files of other languages keep their source texts
 * until it changes.
 */
export const FIRST_SOURCE = 'firstSource';
