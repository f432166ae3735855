import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { AccountOwner, ProviderAccount } from './provider-account';

/** Characters that were counted before they are sent. */
export interface Reservation {
  organizationId: string;
  owner: AccountOwner;
  month: string;
  characters: number;
}

/**
 * Counts the characters that an organization sends in a month to the operator's account and to its own. They are counted before a
 * request, by one statement, so that the limit holds for requests at the same time and on all replicas.
 */
@Injectable()
export class CharacterBudget {
  constructor(private readonly database: Database) {}

  /** @returns undefined if the organization has not so many characters left */
  async reserve(
    { organizationId, owner, charactersPerMonth }: ProviderAccount,
    characters: number,
  ): Promise<Reservation | undefined> {
    const values = [organizationId, characters, charactersPerMonth];
    const [row] = await this.database.rows<{ month: string }>(STATEMENTS[owner].reserve, values);
    return row && { organizationId, owner, month: row.month, characters };
  }

  /** Gives back characters that a provider has not translated. */
  async giveBack({ organizationId, owner, month, characters }: Reservation): Promise<void> {
    await this.database.rows(STATEMENTS[owner].giveBack, [organizationId, month, characters]);
  }

  /** Returns the characters that an organization has sent in this month to an account. */
  async usageOf({ organizationId, owner }: Pick<ProviderAccount, 'organizationId' | 'owner'>): Promise<number> {
    const [row] = await this.database.rows<{ characters: string }>(STATEMENTS[owner].usage, [organizationId]);
    return Number(row?.characters ?? 0);
  }
}

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

const statementsOf = (counted: string, other: string) => ({
  reserve: prepared(`
    INSERT INTO machine_usage AS u (organization_id, month, ${counted}, ${other})
    SELECT $1, ${THIS_MONTH}, $2::bigint, 0 WHERE $3::bigint IS NULL OR $2::bigint <= $3::bigint
    ON CONFLICT (organization_id, month) DO UPDATE SET ${counted} = u.${counted} + excluded.${counted}
    WHERE $3::bigint IS NULL OR u.${counted} + excluded.${counted} <= $3::bigint
    RETURNING month::text`),
  giveBack: prepared(`
    UPDATE machine_usage SET ${counted} = greatest(${counted} - $3::bigint, 0)
    WHERE organization_id = $1 AND month = $2::date`),
  usage: prepared(`
    SELECT ${counted} AS characters FROM machine_usage WHERE organization_id = $1 AND month = ${THIS_MONTH}`),
});

const STATEMENTS = {
  operator: statementsOf('characters', 'own_characters'),
  organization: statementsOf('own_characters', 'characters'),
} satisfies Record<AccountOwner, object>;
