import type { FastifyRequest } from 'fastify';
import { UnauthenticatedError } from '../../common/access/access-errors';
import type { Settings } from '../../config/settings';
import { baseOf } from '../client-of-request';

/** The pages on which browsers use a passkey. */
export interface RelyingParty {
  /** The host. */
  id: string;
  origin: string;
}

/** Returns whose passkeys a request is about: `PUBLIC_URL`, or the host of the request. @throws UnauthenticatedError */
export function relyingPartyOf(request: FastifyRequest, settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const base = baseOf(request, settings);
  if (!URL.canParse(base)) throw new UnauthenticatedError('other-origin');
  const { hostname, origin } = new URL(base);
  return { id: hostname, origin };
}
