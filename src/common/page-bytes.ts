/** Bytes at which a page of a list ends, and the most that an answer has which is built whole. */
export const PAGE_BYTES = 4 * 1_048_576;
