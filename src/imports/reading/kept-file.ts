import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';

import type { ChangedOwnTexts, TemplateDifferences, TemplateOptions } from '../../language-files';
import type { FileClaims } from './file-claims';

/** A file of an import that becomes a template. */
export interface KeptFile {
  format: string;
  /** The prefix of the keys; empty: none. */
  namespace: string;
  /** Empty for a file of several languages. */
  language: string;
  /** The options that determine the keys. */
  options: TemplateOptions;
  /** The name of the file, or its path in a zip. */
  path: string | null;
  /** Bytes of the file. */
  size: number;
  hash: Uint8Array;
  /** Compressed by Brotli. */
  content: Uint8Array;
  /** Its statements about its keys. */
  claims: FileClaims;
  /** It is beside the first file of its language and namespace. */
  beside?: FileBeside;
  mergedWith?: MergedTemplate;
  /** The file is merged, and the template of the project stays. */
  isLeftOut?: boolean;
}

/** The template that a file was merged with. */
export interface MergedTemplate {
  hash: string;
  /** The descriptions and sources that the project had otherwise than the template. Undefined: the file replaces the template. */
  differences?: Pick<TemplateDifferences, 'descriptions' | 'sources'>;
  /** The source texts and descriptions that the file has changed since its base. Undefined for a file whose descriptions the project takes. */
  changed?: ChangedOwnTexts;
}

/** How a file differs from the files of the same language and namespace before it. */
export interface FileBeside {
  /** The path of the file. */
  path: string;
  /** The indexes of the keys that have another text in one of them. */
  replaced: Uint32Array;
  /** The indexes of the keys that the first one lacks. */
  added: Uint32Array;
}

/** Returns the place of a file among those of its language and namespace: empty for the first one, else its path. */
export const besideOf = ({ beside }: Pick<KeptFile, 'beside'>): string => beside?.path ?? '';

/** Larger files are exported in the canonical layout, which can be written without the whole file in memory. */
const MAX_BYTES = 8 * 1_048_576;
/** The namespace and the path are parts of an index row, which holds 2,704 bytes. */
const MAX_NAME_BYTES = 1_000;
/** Half as fast as the fastest quality, and 15 % smaller. */
const QUALITY = 4;

/** Whether a name is not too large for a template. */
export const hasRoomFor = (name: string): boolean => Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Compresses a file, unless it is too large for a template. */
export function compressFile(bytes: Uint8Array): Pick<KeptFile, 'size' | 'hash' | 'content'> | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest(),
    content: brotliCompressSync(bytes, { params }),
  };
}
