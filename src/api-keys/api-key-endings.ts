import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditActor } from '../audit/record';
import type { ApiKey } from './api-key.entity';

/**
 * Ends what an API key has given away and may not give any more, in the transaction that changes or revokes it. The API key is locked.
 *
 * @param apiKey as it is from now on; one that is revoked may give nothing
 */
type Ending = (tx: EntityManager, actor: AuditActor, apiKey: ApiKey) => Promise<void>;

/** Things that end with the rights of an API key. Folders that import this folder add them. */
@Injectable()
export class ApiKeyEndings {
  private readonly endings: Ending[] = [];

  add(ending: Ending): void {
    this.endings.push(ending);
  }

  async run(...change: Parameters<Ending>): Promise<void> {
    for (const ending of this.endings) await ending(...change);
  }
}
