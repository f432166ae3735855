import { Injectable } from '@nestjs/common';
import { LastUseRecorder } from '../api-keys/last-use-recorder';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { Principal } from '../common/access/principal';

/** RFC 6750 §2.1, with RFC 9110 §11.1: the scheme in any case, then spaces, then a secret. */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

@Injectable()
export class Authenticator {
  constructor(
    private readonly principalResolver: PrincipalResolver,
    private readonly lastUseRecorder: LastUseRecorder,
  ) {}

  /** @returns undefined for whatever is not the secret of a valid API key */
  async identify(authorization: string | undefined): Promise<Principal | undefined> {
    const [, secret] = BEARER.exec(authorization ?? '') ?? [];
    if (secret === undefined) return undefined;
    const principal = await this.principalResolver.find(secret);
    if (principal) this.lastUseRecorder.note(principal.apiKeyId);
    return principal;
  }
}
