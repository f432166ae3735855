import { Injectable } from '@nestjs/common';
import type { ApiKey } from '../api-keys/api-key.entity';
import { ApiKeysService } from '../api-keys/api-keys.service';
import type { Principal } from '../common/access/principal';
import { OwnAccountService, type OwnOrganization, type OwnPerson } from './own-account.service';

/** The caller. One of `apiKey` and `account` is null. */
export interface Me {
  principal: Principal;
  apiKey: ApiKey | null;
  account: { person: OwnPerson; organizations: OwnOrganization[] } | null;
}

/** Describes the caller, an API key or a person. */
@Injectable()
export class MeService {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly accounts: OwnAccountService,
  ) {}

  /** @throws UnauthenticatedError if the API key was revoked, or the account removed, since the request arrived */
  async describe(principal: Principal): Promise<Me> {
    const { person } = principal;
    return {
      principal,
      apiKey: await this.apiKeys.getOwn(principal),
      account: person && (await this.accounts.get(person)),
    };
  }
}
