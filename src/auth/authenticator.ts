import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LastUseRecorder } from '../api-keys/last-use-recorder';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { NoCallerReason } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { whenKnown } from '../common/scheduling/when-known';
import { hasOwnOrigin, isCrossSite, isSafe } from '../sessions/own-origin';
import { readSessionId } from '../sessions/session-cookie';
import { SessionsService } from '../sessions/sessions.service';

/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme ignores case and is followed by spaces and the secret. */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The caller of a request, or why there is none. */
export type Authentication =
  { principal: Principal; unauthenticated?: undefined } | { principal: undefined; unauthenticated: NoCallerReason };

/** Resolves the credentials of requests to principals: an `Authorization` header, else the cookie of a session. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: PrincipalResolver,
    private readonly sessions: SessionsService,
    private readonly lastUses: LastUseRecorder,
  ) {}

  /** Identifies the caller of one request, at once if it is known, and records the use of its API key. */
  authenticate(request: FastifyRequest): Authentication | Promise<Authentication> {
    const { authorization } = request.headers;
    const found = authorization !== undefined ? this.byHeader(authorization) : this.bySession(request);
    return whenKnown(found, ({ principal, unauthenticated }) => {
      if (!principal) return { principal, unauthenticated };
      if (principal.apiKeyId) this.lastUses.record(principal.apiKeyId);
      // Principals are shared by requests.
      return { principal: { ...principal, address: request.ip } };
    });
  }

  /** Identifies the caller of a request that lasts, again. It counts as no use of the session or the API key. */
  async identifyAgain(request: FastifyRequest): Promise<Principal | undefined> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return (await this.byHeader(authorization)).principal;
    const id = readSessionId(request);
    return id === undefined ? undefined : this.sessions.resolveUnused(id);
  }

  private byHeader(authorization: string): Authentication | Promise<Authentication> {
    const [, secret] = BEARER.exec(authorization) ?? [];
    const found = secret === undefined ? undefined : this.principals.resolve(secret);
    return whenKnown(found, (principal) =>
      principal ? { principal } : { principal: undefined, unauthenticated: 'invalid' },
    );
  }

  private bySession(request: FastifyRequest): Authentication | Promise<Authentication> {
    const id = readSessionId(request);
    if (id === undefined) return { principal: undefined, unauthenticated: 'missing' };
    if (!isSafe(request)) {
      if (isCrossSite(request)) return { principal: undefined, unauthenticated: 'cross-site' };
      if (!hasOwnOrigin(request)) return { principal: undefined, unauthenticated: 'other-origin' };
    }
    return whenKnown(this.sessions.resolve(id), (principal) =>
      principal ? { principal } : { principal: undefined, unauthenticated: 'ended' },
    );
  }
}
