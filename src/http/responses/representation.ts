import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { endWhenSlow } from './slow-client';

export type ContentCoding = 'identity' | 'gzip' | 'br';

/** Bytes that are ready to be sent to whoever may have them, in one of several codings. */
export interface Representation {
  mediaType: string;
  /** For `Content-Disposition`; undefined: the bytes are to be looked at, not saved. */
  fileName?: string;
  /** SHA-256 of the bytes before coding, in hexadecimal. */
  hash: string;
  /** The codings that it has, besides `identity`. */
  codings: readonly ContentCoding[];
  /** Returns the bytes in memory, or a function that opens a stream of them; `size` is undefined where it is unknown. */
  body(coding: ContentCoding): Promise<Buffer | { open: () => Readable; size?: number }>;
}

const TAG_SUFFIX: Record<ContentCoding, string> = { identity: '', gzip: '-gzip', br: '-br' };

/**
 * Answers a GET or HEAD with a representation: 304 where the caller has it already (RFC 9110 §13.1.2; the tag of any
 * coding will do), else its bytes in the coding that the caller likes best.
 */
export async function sendRepresentation(reply: FastifyReply, representation: Representation): Promise<void> {
  const { headers } = reply.request;
  const coding = codingFor(headers['accept-encoding'], representation.codings);
  void reply
    .header('etag', `"${representation.hash}${TAG_SUFFIX[coding]}"`)
    .header('cache-control', 'private, no-cache')
    .header('vary', [reply.getHeader('vary'), 'Authorization, Accept-Encoding'].filter(Boolean).join(', '));
  if (isKnown(headers['if-none-match'], representation.hash)) {
    await reply.status(304).send();
    return;
  }
  if (representation.fileName !== undefined) {
    // No path, whatever the project is called: some would take only what follows the last slash, some would follow it.
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
  endWhenSlow(reply.raw);
  await reply.send(body.open());
}

function codingFor(acceptEncoding: string | string[] | undefined, codings: readonly ContentCoding[]): ContentCoding {
  if (acceptEncoding === undefined || codings.length === 0) return 'identity';
  const headers = { 'accept-encoding': String(acceptEncoding) };
  const available = ['br', 'gzip', 'identity'].filter(
    (coding) => coding === 'identity' || codings.includes(coding as ContentCoding),
  );
  const [best] = new Negotiator({ headers }).encodings(available, { preferred: available });
  return (best ?? 'identity') as ContentCoding;
}

/** `*`, or a list with one of the representation's tags; weak comparison (RFC 9110 §8.8.3.2). */
function isKnown(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return (
    ifNoneMatch.includes(hash) && Object.values(TAG_SUFFIX).some((suffix) => tags(ifNoneMatch).includes(hash + suffix))
  );
}

const tags = (list: string): string[] => [...list.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag ?? '');
