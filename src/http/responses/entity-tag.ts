import { createHash } from 'node:crypto';

/**
 * Returns the hash that identifies a state: SHA-256 of its JSON, in hexadecimal. A strong entity tag is the hash in
 * quotes.
 */
export const hashOf = (state: unknown): string => createHash('sha256').update(JSON.stringify(state)).digest('hex');

export const strongTag = (hash: string): string => `"${hash}"`;

export const tagHeader = (hash: string): Record<string, string> => ({ etag: strongTag(hash) });

/** A tag of a header, without its quotes. */
interface ListedTag {
  tag: string;
  isWeak: boolean;
}

/**
 * The entity tags of an `If-Match` or `If-None-Match` (RFC 9110 §8.8.3, §13.1). What is no tag in it matches nothing.
 */
export class EntityTags {
  private readonly isAny: boolean;
  private readonly listed: readonly ListedTag[];

  constructor(header: string) {
    this.isAny = header.trim() === '*';
    this.listed = [...header.matchAll(/(W\/)?"([^"]*)"/g)].map(([, weak, tag = '']) => {
      return { tag, isWeak: weak !== undefined };
    });
  }

  /** Returns whether the header is `*`, or lists the tag as a strong one: the strong comparison (RFC 9110 §8.8.3.2). */
  includeStrong(tag: string): boolean {
    return this.isAny || this.listed.some((listed) => !listed.isWeak && listed.tag === tag);
  }

  /** Returns whether the header is `*`, or lists one of the tags, weak or strong: the weak comparison. */
  includeAny(tags: readonly string[]): boolean {
    return this.isAny || this.listed.some(({ tag }) => tags.includes(tag));
  }
}
