import { Injectable } from '@nestjs/common';
import { LastUseRecorder } from '../api-keys/last-use-recorder';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { Principal } from '../common/access/principal';

/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme ignores case and is followed by spaces and the secret. */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** Resolves `Authorization` headers to principals. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly principals: PrincipalResolver,
    private readonly lastUses: LastUseRecorder,
  ) {}

  /**
   * Resolves the header of one request and records the use of its API key.
   *
   * @param authorization the value of the header
   * @returns undefined unless the header holds the secret of a valid API key
   */
  async authenticate(authorization: string | undefined): Promise<Principal | undefined> {
    const [, secret] = BEARER.exec(authorization ?? '') ?? [];
    if (secret === undefined) return undefined;
    const principal = await this.principals.resolve(secret);
    if (principal) this.lastUses.record(principal.apiKeyId);
    return principal;
  }
}
