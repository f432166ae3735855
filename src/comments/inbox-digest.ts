import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Job } from '../background/job';
import { JobRunner } from '../background/job-runner';
import { MailClient } from '../mail/mail-client';
import { MailDispatcher } from '../mail/mail-dispatcher';
import { MailOutbox } from '../mail/mail-outbox';
import { InboxMail } from './inbox-mail';

const MINUTE = 60_000;
/** Milliseconds that an item stays unread before it is mailed: who works in Glossa reads it there. */
const UNREAD_MS = 15 * MINUTE;
/** Milliseconds between two mails to a person. */
const BETWEEN_MS = 60 * MINUTE;
/** Older items are not mailed: after a pause of the service, or where mail was set up later, they are no news. */
const NEWS_MS = 24 * 60 * MINUTE;
/** Persons of one step. */
const PERSONS_PER_STEP = 50;

/** Mails to persons what is unread in their inboxes, where mail is set up and the person has not switched it off. */
@Injectable()
export class InboxDigest implements Job {
  readonly name = 'inbox-digest';
  readonly intervalMs = 5 * MINUTE;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: MailOutbox,
    private readonly dispatcher: MailDispatcher,
    private readonly mail: InboxMail,
    client: MailClient,
    jobs: JobRunner,
  ) {
    if (client.isSetUp) jobs.add(this);
  }

  async *run(): AsyncGenerator<number> {
    for (let mailed = PERSONS_PER_STEP; mailed === PERSONS_PER_STEP;) {
      mailed = await this.step(new Date());
      if (mailed > 0) this.dispatcher.wake();
      yield mailed;
    }
  }

  /** @returns the number of persons to whom a mail was added */
  private step(now: Date): Promise<number> {
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    return this.dataSource.transaction(async (tx) => {
      const [persons] = await tx.query<[{ id: string }[], number]>(TAKE, [
        firstIdOf(before(NEWS_MS)),
        firstIdOf(before(UNREAD_MS)),
        before(BETWEEN_MS),
        now,
        PERSONS_PER_STEP,
      ]);
      const ids = new Set(persons.map(({ id }) => id));
      for (const personId of ids) await this.outbox.add(tx, this.mail, { personId, at: now.toISOString() });
      return ids.size;
    });
  }
}

/** Returns the least UUID of version 7 of a time. */
function firstIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * Marks the unread items since `$1` of persons who have one from before `$2` and no mail since `$3`, and notes the mail at the persons: what
 * was mailed may be removed, or be unread again.
 */
const TAKE = `
  WITH due AS (
    SELECT DISTINCT d.person_id FROM inbox_items d JOIN persons o ON o.id = d.person_id
    WHERE d.read_at IS NULL AND d.mailed_at IS NULL AND d.id >= $1 AND d.id < $2 AND o.inbox_mail AND o.email IS NOT NULL
      AND (o.inbox_mailed_at IS NULL OR o.inbox_mailed_at <= $3)
    LIMIT $5),
  noted AS (UPDATE persons p SET inbox_mailed_at = $4 FROM due WHERE p.id = due.person_id)
  UPDATE inbox_items i SET mailed_at = $4 FROM due
  WHERE i.person_id = due.person_id AND i.read_at IS NULL AND i.mailed_at IS NULL AND i.id >= $1
  RETURNING i.person_id AS id`;
