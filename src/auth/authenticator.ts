import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LastUseRecorder } from '../api-keys/last-use-recorder';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { NoCallerReason } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
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

  /** Identifies the caller of one request and records the use of its API key. */
  async authenticate(request: FastifyRequest): Promise<Authentication> {
    const { authorization } = request.headers;
    const authentication =
      authorization !== undefined ? await this.byHeader(authorization) : await this.bySession(request);
    const apiKeyId = authentication.principal?.apiKeyId;
    if (apiKeyId) this.lastUses.record(apiKeyId);
    // Principals are shared by requests.
    return authentication.principal
      ? { principal: { ...authentication.principal, address: request.ip } }
      : authentication;
  }

  /** Identifies the caller of a request that lasts, again. It counts as no use of the session or the API key. */
  async identifyAgain(request: FastifyRequest): Promise<Principal | undefined> {
    const { authorization } = request.headers;
    if (authorization !== undefined) return (await this.byHeader(authorization)).principal;
    const id = readSessionId(request);
    return id === undefined ? undefined : this.sessions.resolveUnused(id);
  }

  private async byHeader(authorization: string): Promise<Authentication> {
    const [, secret] = BEARER.exec(authorization) ?? [];
    const principal = secret === undefined ? undefined : await this.principals.resolve(secret);
    return principal ? { principal } : { principal, unauthenticated: 'invalid' };
  }

  private async bySession(request: FastifyRequest): Promise<Authentication> {
    const id = readSessionId(request);
    if (id === undefined) return { principal: undefined, unauthenticated: 'missing' };
    if (!isSafe(request)) {
      if (isCrossSite(request)) return { principal: undefined, unauthenticated: 'cross-site' };
      if (!hasOwnOrigin(request)) return { principal: undefined, unauthenticated: 'other-origin' };
    }
    const principal = await this.sessions.resolve(id);
    return principal ? { principal } : { principal, unauthenticated: 'ended' };
  }
}
