import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
/** The most parties whose mails are counted. */
const MAX_PARTIES = 100_000;

/** The most mails in an hour: invitations of one address, and links for a password by address and by client network. */
const LIMITS = { invitation: 5, password: 3, client: 30 } as const;

/** Bounds the mails that others can make the service send to an address. Each replica counts by itself. */
@Injectable()
export class MailLimits {
  private readonly counts = new LRUCache<string, { count: number }>({ max: MAX_PARTIES, ttl: HOUR_MS });

  /** Counts a mail. @returns whether it is within the limit */
  take(what: keyof typeof LIMITS, party: string): boolean {
    const key = hash('sha256', `${what} ${party}`, 'base64');
    const counted = this.counts.get(key) ?? { count: 0 };
    if (counted.count === 0) this.counts.set(key, counted);
    return ++counted.count <= LIMITS[what];
  }
}
