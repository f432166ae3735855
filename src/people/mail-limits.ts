import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AttemptCounts } from './attempt-counts';

const HOUR_MS = 3_600_000;

/** The most mails in an hour: invitations of one address, and links for a password by address and by client network. */
const LIMITS = { invitation: 5, password: 3, client: 30 } as const;

/** Bounds the mails that others can make the service send to an address, on all replicas together. */
@Injectable()
export class MailLimits {
  constructor(private readonly counts: AttemptCounts) {}

  /** Counts a mail. @param tx the caller's transaction @returns whether it is within the limit */
  async take(what: keyof typeof LIMITS, party: string, tx?: EntityManager): Promise<boolean> {
    return (await this.counts.add(`${what} ${party}`, HOUR_MS, tx)) <= LIMITS[what];
  }
}
