import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AttemptCounts } from './attempt-counts';

const HOUR_MS = 3_600_000;

/**
 * Each limit is a number of mails and the time for them: invitations to one address and by one organization, and links for a password to
 * one address and for one client network. An organization has at most 1,000 members and invitations, so that it needs no more in a day.
 */
const LIMITS = {
  invitation: [5, HOUR_MS],
  organization: [1_000, 24 * HOUR_MS],
  password: [3, HOUR_MS],
  client: [30, HOUR_MS],
} as const;

/** Bounds the mails that others can make the service send, on all replicas together. */
@Injectable()
export class MailLimits {
  constructor(private readonly counts: AttemptCounts) {}

  /** Counts a mail. @param tx the caller's transaction @returns whether it is within the limit */
  async take(what: keyof typeof LIMITS, party: string, tx?: EntityManager): Promise<boolean> {
    const [most, windowMs] = LIMITS[what];
    return (await this.counts.add(`${what} ${party}`, windowMs, tx)) <= most;
  }
}
