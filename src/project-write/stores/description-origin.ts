import { createHash } from 'node:crypto';

/**
 * The member of a key's metadata with the digest of a description that came from a file of the source language. A
 * description that a person wrote afterwards has another digest.
 */
export const ORIGIN = 'describedBy';

/** @param metaId the member of the metadata that is the format's */
export const originOf = (metaId: string, description: string): string =>
  createHash('md5')
    .update(metaId + description)
    .digest('hex');

/** Returns SQL of the same digest. @param metaId SQL. @param description SQL */
export const originSql = (metaId: string, description: string): string => `md5(${metaId}::text || ${description})`;

/**
 * Returns SQL of whether the description of a key came from a file of the format.
 *
 * @param key a relation with the columns `description` and `meta`
 * @param metaId SQL
 */
export const isFromFile = (key: string, metaId: string): string =>
  `(${key}.description IS NOT NULL AND coalesce(${key}.meta ->> '${ORIGIN}' = ${originSql(metaId, `${key}.description`)}, false))`;
