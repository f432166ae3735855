import type { Meta } from './meta';

/** The length limits of a format, as the metadata of its keys tells them. */
export interface LengthSupport {
  /** Returns the limit in characters that the metadata of a key tells; undefined if it tells none. */
  read(keyMeta: Meta | undefined): number | undefined;
  /** Returns metadata that tells another limit. @param maxLength null: no limit */
  write(keyMeta: Meta | undefined, maxLength: number | null): Meta | undefined;
}
