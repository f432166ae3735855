/** The member of a key's metadata with the names that it had before, the last one first: imported files have the key under these. */
export const EARLIER_NAMES = 'earlierNames';

/** A key that was renamed more often since a file was imported is a new one in it. */
export const MAX_EARLIER_NAMES = 4;
