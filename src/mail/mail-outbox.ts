import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { leaseSql } from '../background/lease';
import { Sealer } from '../common/sealer';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { MailKind } from './letter';

/** The most mails that wait. */
const MAX_WAITING = 10_000;

/** Longer than an attempt and the statements around it. */
const LEASE = leaseSql(120);

/** A mail whose attempt is under way. */
export interface TakenMail {
  id: string;
  lease: string;
  kind: string;
  content: Buffer;
  failures: number;
  isExpired: boolean;
}

/** The mails that wait. Every replica takes from them; one replica at a time has a mail. */
@Injectable()
export class MailOutbox {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { webhookEncryptionKey }: Settings,
  ) {
    this.sealer = new Sealer(webhookEncryptionKey, 'glossa mails');
  }

  /** Adds a mail in the transaction of its cause. Does nothing while too many wait. */
  async add<Content>(tx: EntityManager, { name, lifeMs }: MailKind<Content>, content: Content): Promise<void> {
    const id = uuidv7();
    const sealed = this.sealer.seal(id, Buffer.from(JSON.stringify(content)));
    await tx.query(ADD, [id, name, sealed, new Date(Date.now() + lifeMs), MAX_WAITING]);
  }

  /** Takes mails that are due, and mails that have expired, the oldest ones first. */
  take(limit: number): Promise<TakenMail[]> {
    return this.database.rows<TakenMail>(TAKE, [uuidv7(), limit]);
  }

  /** Returns what a mail is composed of. @throws SealError */
  contentOf({ id, content }: TakenMail): unknown {
    return JSON.parse(this.sealer.open(id, content).toString());
  }

  /** Removes a mail that was sent or is given up. */
  async remove({ id, lease }: TakenMail): Promise<void> {
    await this.database.rows(REMOVE, [id, lease]);
  }

  /** Gives a mail back for a later attempt. @param delayMs milliseconds until then */
  async retry({ id, lease, failures }: TakenMail, delayMs: number): Promise<void> {
    await this.database.rows(RETRY, [id, lease, failures + 1, delayMs]);
  }
}

const ADD = `
  INSERT INTO mails (id, kind, content, due_at, expires_at)
  SELECT $1, $2, $3, now(), $4 WHERE (SELECT count(*) FROM (SELECT FROM mails LIMIT $5) AS waiting) < $5`;

const TAKE = prepared(`
  UPDATE mails SET ${LEASE.take('$1')}
  WHERE id IN (
    SELECT id FROM mails m WHERE due_at <= now() AND ${LEASE.isFree('m')}
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id, lease, kind, content, failures, expires_at <= now() AS "isExpired"`);

const REMOVE = prepared('DELETE FROM mails WHERE id = $1 AND lease = $2');

const RETRY = prepared(`
  UPDATE mails SET ${LEASE.release}, failures = $3, due_at = now() + $4 * interval '1 millisecond'
  WHERE id = $1 AND lease = $2`);
