import type { FastifyRequest } from 'fastify';
import { releaseMemory } from '../../common/memory/release-memory';
import { bodyChunks } from './body-chunks';
import { BodyTooLargeError } from './body-errors';
import { ByteCollector } from './byte-collector';

/**
 * Reads a request body into memory, up to a limit in bytes.
 * @throws BodyTooLargeError as soon as the body exceeds the limit
 * @throws IncompleteBodyError if the client does not send all of its body
 */
export async function readBytes(request: FastifyRequest, limit: number): Promise<Buffer> {
  const expected = expectedBytes(request);
  if (expected !== undefined && expected > limit) throw new BodyTooLargeError(limit);
  const body = new ByteCollector(expected);
  for await (const chunk of bodyChunks(request.raw)) {
    if (body.length + chunk.length > limit) throw new BodyTooLargeError(limit);
    body.add(chunk);
    releaseMemory(chunk);
  }
  return body.bytes;
}

/** Returns the size of the body that the client announces; undefined for a body of unknown size. */
export function expectedBytes({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
