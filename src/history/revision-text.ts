/** Returns whether a text is a revision: digits that the database can read as a bigint. */
export const isRevision = (text: string): boolean => /^\d{1,15}$/.test(text);
