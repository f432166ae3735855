/**
 * Returns SQL of the first 7 bytes of an id: its millisecond, its version and the 4 bits that follow (RFC 9562 §5.7).
 * Ids that were made together by `bulkId` share them, so that the entries of an index with them are lists of places, of
 * 6 bytes for each row; they are in the order of the ids. With the ids themselves, the entries would take 36 bytes more
 * each.
 *
 * @param id SQL of an id of a key
 */
export const idPrefix = (id: string): string => `substring(uuid_send(${id}) FOR 7)`;

/** Returns SQL of whether a column is the id of a key; an index with the prefixes of the ids finds it. */
export const isKey = (column: string, id: string): string =>
  `${column} = ${id} AND ${idPrefix(column)} = ${idPrefix(`${id}::uuid`)}`;
