import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

/** Characters that were counted before they are sent. */
export interface Reservation {
  organizationId: string;
  month: string;
  characters: number;
}

/** What an organization has sent in this month. */
export interface CharacterUsage {
  characters: number;
  limit: number;
}

/**
 * Counts the characters that an organization sends in a month. They are counted before a request, by one statement, so that the limit
 * holds for requests at the same time and on all replicas.
 */
@Injectable()
export class CharacterBudget {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns undefined if the organization has not so many characters left */
  async reserve(organizationId: string, characters: number): Promise<Reservation | undefined> {
    const [row] = await this.database.rows<{ month: string }>(RESERVE, [organizationId, characters, this.limit]);
    return row && { organizationId, month: row.month, characters };
  }

  /** Gives back characters that a provider has not translated. */
  async giveBack({ organizationId, month, characters }: Reservation): Promise<void> {
    await this.database.rows(GIVE_BACK, [organizationId, month, characters]);
  }

  async usageOf(organizationId: string): Promise<CharacterUsage> {
    const [row] = await this.database.rows<{ characters: string }>(USAGE, [organizationId]);
    return { characters: Number(row?.characters ?? 0), limit: this.limit };
  }

  private get limit(): number {
    return this.settings.machineTranslation?.charactersPerMonth ?? 0;
  }
}

const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

const RESERVE = prepared(`
  INSERT INTO machine_usage AS u (organization_id, month, characters)
  SELECT $1, ${THIS_MONTH}, $2::bigint WHERE $2::bigint <= $3::bigint
  ON CONFLICT (organization_id, month) DO UPDATE SET characters = u.characters + excluded.characters
  WHERE u.characters + excluded.characters <= $3::bigint
  RETURNING month::text`);

const GIVE_BACK = prepared(`
  UPDATE machine_usage SET characters = greatest(characters - $3::bigint, 0) WHERE organization_id = $1 AND month = $2::date`);

const USAGE = prepared(`SELECT characters FROM machine_usage WHERE organization_id = $1 AND month = ${THIS_MONTH}`);
