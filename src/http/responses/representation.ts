import { Readable } from 'node:stream';
import { create as createContentDisposition } from 'content-disposition';
import { LRUCache } from 'lru-cache';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { EntityTags, strongTag } from './entity-tag';
import { PRIVATE_IMMUTABLE } from './response-headers';
import { disconnectSlowClient } from './slow-client';

export type ContentCoding = 'identity' | 'gzip' | 'br';

/** The bytes of a response, in one or several content codings. */
export interface Representation {
  mediaType: string;
  /** The result of `attachment`; undefined if the response is not a file to save. */
  contentDisposition?: string;
  /** The language of the texts; undefined if there are several, or none. */
  contentLanguage?: string;
  /** Whether the response is the same for every client, so that shared caches may keep it. */
  isPublic?: boolean;
  /** Whether the bytes at the address never change, so that the cache of the client may keep them. */
  isImmutable?: boolean;
  /** SHA-256 of the bytes before coding, or of the state that they show, in hexadecimal: the entity tag. */
  hash: string;
  /** The codings that are available, besides `identity`. */
  codings: readonly ContentCoding[];
  /** Returns the bytes in memory, or a function that opens a stream of them; `size` is undefined if it is unknown. */
  body(coding: ContentCoding): Promise<Buffer | { open: () => Readable; size?: number }>;
}

/** The suffix behind the hash in the entity tag of each coding. */
export const TAG_SUFFIX: Record<ContentCoding, string> = { identity: '', gzip: '-gzip', br: '-br' };
const SUFFIXES = Object.values(TAG_SUFFIX);

/** Returns the `Content-Disposition` of a file to save. */
export const attachment = (fileName: string): string =>
  // A project's name may contain slashes, which some clients would read as a path.
  createContentDisposition(fileName.replace(/[/\\]/g, '-'));

/**
 * Sends the response to a GET or HEAD: 304 if `If-None-Match` contains the entity tag of any coding (RFC 9110 §13.1.2),
 * otherwise the bytes in the coding that the client prefers.
 */
export async function sendRepresentation(reply: FastifyReply, representation: Representation): Promise<void> {
  const { headers } = reply.request;
  const coding = negotiateCoding(headers['accept-encoding'], representation.codings);
  const { isPublic = false, isImmutable = false } = representation;
  const varying = [reply.getHeader('vary') ?? [], isPublic ? [] : 'Authorization', 'Accept-Encoding'].flat();
  void reply
    .header('etag', strongTag(representation.hash + TAG_SUFFIX[coding]))
    .header('cache-control', isPublic ? 'no-cache' : isImmutable ? PRIVATE_IMMUTABLE : 'private, no-cache')
    .header('vary', varying.join(', '));
  const { contentLanguage, contentDisposition } = representation;
  if (contentLanguage !== undefined) void reply.header('content-language', contentLanguage);
  if (matchesEntityTag(headers['if-none-match'], representation.hash)) {
    void reply.status(304).send();
    return;
  }
  if (contentDisposition !== undefined) void reply.header('content-disposition', contentDisposition);
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  const body = await representation.body(coding);
  void reply.header('content-type', representation.mediaType);
  if (Buffer.isBuffer(body)) {
    void reply.send(body);
    return;
  }
  if (body.size !== undefined) void reply.header('content-length', body.size);
  if (reply.request.method === 'HEAD') {
    // Fastify reads the stream of a HEAD response to its end before it discards the bytes.
    await reply.send(Readable.from([]));
    return;
  }
  disconnectSlowClient(reply.raw);
  await reply.send(body.open());
}

/** Clients send few different headers, and short ones. */
const negotiated = new LRUCache<string, ContentCoding>({ max: 1_000 });
const MAX_CACHED_LENGTH = 256;

/** Returns the coding that the client prefers. @param codings that are available, besides `identity` */
export function negotiateCoding(acceptEncoding: string | undefined, codings: readonly ContentCoding[]): ContentCoding {
  if (acceptEncoding === undefined || codings.length === 0) return 'identity';
  const key = `${codings.join()};${acceptEncoding}`;
  const known = negotiated.get(key);
  if (known) return known;
  const available = (['br', 'gzip', 'identity'] as const).filter(
    (coding) => coding === 'identity' || codings.includes(coding),
  );
  const headers = { 'accept-encoding': acceptEncoding };
  const [coding = 'identity'] = new Negotiator({ headers }).encodings(available, { preferred: available });
  if (acceptEncoding.length <= MAX_CACHED_LENGTH) negotiated.set(key, coding);
  return coding;
}

/** Returns whether the header is `*`, or lists a tag of the representation; weak comparison (RFC 9110 §8.8.3.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return new EntityTags(ifNoneMatch).includeAny(SUFFIXES.map((suffix) => hash + suffix));
}
