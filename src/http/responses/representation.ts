import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { disconnectSlowClient } from './slow-client';

export type ContentCoding = 'identity' | 'gzip' | 'br';

/** The bytes of a response, in one or several content codings. */
export interface Representation {
  mediaType: string;
  /** The name in `Content-Disposition`; undefined if the response is not a file to save. */
  fileName?: string;
  /** The language of the texts; undefined if there are several, or none. */
  contentLanguage?: string;
  /** SHA-256 of the bytes before coding, in hexadecimal. */
  hash: string;
  /** The codings that are available, besides `identity`. */
  codings: readonly ContentCoding[];
  /** Returns the bytes in memory, or a function that opens a stream of them; `size` is undefined if it is unknown. */
  body(coding: ContentCoding): Promise<Buffer | { open: () => Readable; size?: number }>;
}

const TAG_SUFFIX: Record<ContentCoding, string> = { identity: '', gzip: '-gzip', br: '-br' };

/**
 * Sends the response to a GET or HEAD: 304 if `If-None-Match` contains the entity tag of any coding (RFC 9110 §13.1.2),
 * otherwise the bytes in the coding that the client prefers.
 */
export async function sendRepresentation(reply: FastifyReply, representation: Representation): Promise<void> {
  const { headers } = reply.request;
  const coding = negotiateCoding(headers['accept-encoding'], representation.codings);
  void reply
    .header('etag', `"${representation.hash}${TAG_SUFFIX[coding]}"`)
    .header('cache-control', 'private, no-cache')
    .header('vary', [reply.getHeader('vary'), 'Authorization, Accept-Encoding'].filter(Boolean).join(', '));
  const { contentLanguage } = representation;
  if (contentLanguage !== undefined) void reply.header('content-language', contentLanguage);
  if (matchesEntityTag(headers['if-none-match'], representation.hash)) {
    await reply.status(304).send();
    return;
  }
  if (representation.fileName !== undefined) {
    // A project's name may contain slashes, which some clients would read as a path.
    const fileName = representation.fileName.replace(/[/\\]/g, '-');
    void reply.header('content-disposition', contentDisposition(fileName));
  }
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  const body = await representation.body(coding);
  void reply.header('content-type', representation.mediaType);
  if (Buffer.isBuffer(body)) {
    await reply.send(body);
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

function negotiateCoding(
  acceptEncoding: string | string[] | undefined,
  codings: readonly ContentCoding[],
): ContentCoding {
  if (acceptEncoding === undefined || codings.length === 0) return 'identity';
  const headers = { 'accept-encoding': String(acceptEncoding) };
  const available = ['br', 'gzip', 'identity'].filter(
    (coding) => coding === 'identity' || codings.includes(coding as ContentCoding),
  );
  const [best] = new Negotiator({ headers }).encodings(available, { preferred: available });
  return (best ?? 'identity') as ContentCoding;
}

/** Returns whether the header is `*`, or lists a tag of the representation; weak comparison (RFC 9110 §8.8.3.2). */
function matchesEntityTag(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return (
    ifNoneMatch.includes(hash) &&
    Object.values(TAG_SUFFIX).some((suffix) => parseEntityTags(ifNoneMatch).includes(hash + suffix))
  );
}

const parseEntityTags = (list: string): string[] =>
  [...list.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag ?? '');
