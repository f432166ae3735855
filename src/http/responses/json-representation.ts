import { createHash } from 'node:crypto';
import type { Representation } from './representation';

/**
 * The representation of a resource as JSON.
 *
 * @param hash of the state of the resource, which a write can compute too. Default: the hash of the JSON
 */
export function jsonRepresentation(body: object, hash?: string): Representation {
  let rendered: Buffer | undefined;
  const render = (): Buffer => (rendered ??= Buffer.from(JSON.stringify(body)));
  return {
    mediaType: 'application/json; charset=utf-8',
    hash: hash ?? createHash('sha256').update(render()).digest('hex'),
    codings: [],
    body: () => Promise.resolve(render()),
  };
}
