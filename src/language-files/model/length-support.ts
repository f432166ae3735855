import type { Meta } from './meta';

/** The length limits of a format, as the metadata of its keys has them. */
export interface LengthSupport {
  /** Returns the limit in characters in the metadata of a key; undefined if it has none. */
  read(keyMeta: Meta | undefined): number | undefined;
  /** Returns metadata with another limit. @param maxLength null: no limit */
  write(keyMeta: Meta | undefined, maxLength: number | null): Meta | undefined;
}
