import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isStreamed, jsonStream } from './json-stream';
import type { Representation } from './representation';

const MEDIA_TYPE = 'application/json; charset=utf-8';

/**
 * The representation of a resource as JSON.
 *
 * @param hash of the state of the resource, which a write can compute too. Default: the hash of the JSON, which then
 *   has no parts that are read while they are sent
 */
export function jsonRepresentation(body: object, hash?: string): Representation {
  if (isStreamed(body) && hash !== undefined) {
    const open = (): Readable => jsonStream(body);
    return { mediaType: MEDIA_TYPE, hash, codings: [], body: () => Promise.resolve({ open }) };
  }
  let rendered: Buffer | undefined;
  const render = (): Buffer => (rendered ??= Buffer.from(JSON.stringify(body)));
  return {
    mediaType: MEDIA_TYPE,
    hash: hash ?? createHash('sha256').update(render()).digest('hex'),
    codings: [],
    body: () => Promise.resolve(render()),
  };
}
