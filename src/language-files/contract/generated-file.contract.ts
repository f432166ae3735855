import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A file that is read for its effect on time and memory. */
export interface GeneratedFile {
  /** The same for files that differ only in their size, the smallest first. Their times are compared. */
  name: string;
  bytes: Uint8Array;
}

/** The text of a sample file that a generated text replaces. */
export const MARKER = 'GENERATED-TEXT';

/** The marker with its quotes or its element. */
const QUOTED_MARKER = new RegExp(`"${MARKER}"|'${MARKER}'|<([\\w:]+)[^<>]*>${MARKER}</\\1>`);

/**
 * Replaces the marker, also in the parts of a zip. With `quoted`, the quotes or the element around it are replaced too.
 */
export function replaceMarker(sample: Uint8Array, text: string, quoted: boolean): Uint8Array {
  const marker = quoted ? QUOTED_MARKER : MARKER;
  // The text may contain the patterns of String.replace.
  const replaceIn = (bytes: Uint8Array): Uint8Array => strToU8(strFromU8(bytes).replace(marker, () => text));
  if (!isZip(sample)) return replaceIn(sample);
  const parts = Object.entries(unzipSync(sample)).map(([name, bytes]) => [name, replaceIn(bytes)] as const);
  return zipSync(Object.fromEntries(parts), { level: 1 });
}

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;
