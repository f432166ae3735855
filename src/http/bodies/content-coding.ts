import type { FastifyRequest } from 'fastify';
import { shorten } from '../../common/shorten';
import { UnsupportedCodingError } from './body-errors';

/**
 * Refuses a body with a content coding (RFC 9110 §8.4), which would be read as if it had none.
 *
 * @throws UnsupportedCodingError
 */
export function assertUncoded({ headers }: FastifyRequest): void {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const coding = codings.find((name) => name !== '' && name !== 'identity');
  if (coding !== undefined) throw new UnsupportedCodingError(shorten(coding));
}
