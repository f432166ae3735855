import { codecById } from '../language-files';
import { strongTag } from '../http/responses/entity-tag';
import { type ContentCoding, TAG_SUFFIX } from '../http/responses/representation';
import { COMMON_HEADERS } from '../http/responses/response-headers';

/** Caches ask again for a file of a channel, because the channel can be moved. */
const REVALIDATED = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
/**
 * Caches ask again for a manifest before they use it after its minute: the files that it names may be removed. If the service cannot be
 * reached, a cache that has the manifest may have its files too.
 */
const MANIFEST_REVALIDATED = 'public, max-age=60, stale-if-error=604800';
/** Caches keep a file by its hash, because its bytes never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The headers of all answers: pages of any origin may load files, and scripts may read their tags. */
export const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...COMMON_HEADERS,
};

/** The answer to a preflight: pages may send headers of their own, such as `If-None-Match` (Fetch §3.2.2). */
export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** A file of a release, without its bytes. */
export interface DeliveredFile {
  projectId: string;
  sha256: string;
  /** Null: the manifest, or a file by its hash. */
  language: string | null;
  /** The id of the codec that wrote it, or `manifest`. */
  format: string;
  /** The number of bytes, uncompressed. */
  bytes: number;
  codings: readonly ContentCoding[];
}

/** The headers of the answer to a request in one coding, as `writeHead` takes them. */
export interface Head {
  tag: string;
  ok: string[];
  notModified: string[];
}

/** Returns the media type of the files of a format, as exports have it. @param format the id of a codec, or `manifest` */
const mediaTypeOf = (format: string): string => codecById(format)?.mediaType ?? 'application/json';

/** Returns the extension of the files of a format. @param format the id of a codec, or `manifest` */
export const extensionOf = (format: string): string => codecById(format)?.extensions[0] ?? 'json';

/** @param format the id of a codec, or `manifest`. @param movedAt undefined for a file by its hash */
function cacheControlOf(format: string, movedAt: Date | undefined): string {
  if (movedAt === undefined) return IMMUTABLE;
  return format === 'manifest' ? MANIFEST_REVALIDATED : REVALIDATED;
}

/** The headers of all answers, as `writeHead` takes them. */
const OPEN_LIST = Object.entries(OPEN_HEADERS).flat();

/**
 * @param length of the body in the coding
 * @param movedAt since when the channel serves the file; undefined for a file by its hash
 */
export function createHead(
  { sha256, language, format, codings }: DeliveredFile,
  coding: ContentCoding,
  length: number,
  movedAt: Date | undefined,
): Head {
  const tag = strongTag(sha256 + TAG_SUFFIX[coding]);
  const notModified = ['ETag', tag, 'Cache-Control', cacheControlOf(format, movedAt)];
  if (codings.length > 0) notModified.push('Vary', 'Accept-Encoding');
  if (movedAt !== undefined) notModified.push('Last-Modified', movedAt.toUTCString());
  notModified.push(...OPEN_LIST);
  const ok = [...notModified, 'Content-Type', mediaTypeOf(format), 'Content-Length', String(length)];
  if (coding !== 'identity') ok.push('Content-Encoding', coding);
  if (language !== null) ok.push('Content-Language', language);
  return { tag, ok, notModified };
}
