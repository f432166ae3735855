import { hashOf } from './entity-tag';
import type { Representation } from './representation';

/**
 * The representation of a resource as JSON.
 *
 * @param hash of the state of the resource, which a write can compute too. Default: the hash of the JSON
 */
export function jsonRepresentation(body: object, hash = hashOf(body)): Representation {
  return {
    mediaType: 'application/json; charset=utf-8',
    hash,
    codings: [],
    body: () => Promise.resolve(Buffer.from(JSON.stringify(body))),
  };
}
