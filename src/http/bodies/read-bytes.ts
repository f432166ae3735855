import type { FastifyRequest } from 'fastify';
import { bodyChunks } from './body-chunks';
import { BodyTooLargeError } from './body-errors';

/**
 * Reads a request body into memory, up to a limit in bytes.
 * @throws BodyTooLargeError as soon as the body exceeds the limit
 * @throws IncompleteBodyError if the client does not send all of its body
 */
export async function readBytes(request: FastifyRequest, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > limit) throw new BodyTooLargeError(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bodyChunks(request.raw)) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
