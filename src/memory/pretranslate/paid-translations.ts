import { Injectable } from '@nestjs/common';
import { textArray } from '../../database/array-parameter';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import { type Removal, RemovalJob } from '../../background/removal-job';

/** Days for which a translation waits for the repetition of a request that was not written. */
const DAYS = 7;

/** A translation by a machine. */
export interface Paid {
  /** See `MachineTranslator.hashOf`. */
  hash: string;
  /** Null: the translation is broken. */
  text: string | null;
}

/** The results of earlier requests for texts. */
export interface AskedBefore {
  /** Texts by hash. */
  translated: Map<string, string>;
  /** The hashes of texts whose translations are broken. */
  broken: Set<string>;
  /** The times of the last failures of texts that have no translation, by hash. */
  failed: Map<string, Date>;
}

/** Begins the stored hash of a broken translation, whose text is empty. */
const BROKEN = 'broken ';
/** Begins the stored hash of a text that the machine did not translate; the row expires `DAYS` after the last failure. */
const FAILED = 'failed ';

/**
 * The translations that a machine has made and that are not written yet. A request that crashed, was stopped or was refused at its end
 * is paid for once: its repetition takes them from here. Broken translations are kept too: the next request does not pay for them again.
 *
 * All are bounded by the characters that an organization pays for in a week. A text that the machine did not translate has a row too, so that
 * the next request asks for it last: each row is one text of a request to the provider.
 */
@Injectable()
export class PaidTranslations {
  constructor(private readonly database: Database) {}

  async find(projectId: string, hashes: readonly string[]): Promise<AskedBefore> {
    const stored = hashes.flatMap((hash) => [hash, `${BROKEN}${hash}`, `${FAILED}${hash}`]);
    const rows = await this.database.rows<StoredRow>(FIND, [projectId, textArray(stored)]);
    const before: AskedBefore = { translated: new Map(), broken: new Set(), failed: new Map() };
    for (const { hash, text, expiresAt } of rows) {
      if (hash.startsWith(BROKEN)) before.broken.add(hash.slice(BROKEN.length));
      else if (hash.startsWith(FAILED)) before.failed.set(hash.slice(FAILED.length), expiresAt);
      else before.translated.set(hash, text);
    }
    for (const hash of [...before.translated.keys(), ...before.broken]) before.failed.delete(hash);
    return before;
  }

  /** Keeps translations. A project that was deleted meanwhile keeps none. */
  async keep(projectId: string, paid: readonly Paid[]): Promise<void> {
    if (paid.length === 0) return;
    const hashes = paid.map(({ hash, text }) => (text === null ? `${BROKEN}${hash}` : hash));
    const values = [textArray(hashes), textArray(paid.map(({ text }) => text ?? ''))];
    await this.database.rows(KEEP, [projectId, ...values]);
  }

  /** Notes that the machine did not translate texts, now. */
  async noteFailed(projectId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.database.rows(NOTE_FAILED, [projectId, textArray(hashes.map((hash) => `${FAILED}${hash}`))]);
  }

  /** Removes translations, and earlier failures of their texts, in the transaction that writes them. */
  async remove(tx: Transaction, projectId: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await tx.rows(REMOVE, [projectId, textArray(hashes.flatMap((hash) => [hash, `${FAILED}${hash}`]))]);
  }
}

/** Removes translations whose request nobody has repeated. */
@Injectable()
export class PaidTranslationExpiry extends RemovalJob {
  readonly name = 'paid-translation-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

interface StoredRow {
  hash: string;
  text: string;
  expiresAt: Date;
}

const FIND = prepared(`
  SELECT hash, text, expires_at AS "expiresAt" FROM paid_translations WHERE project_id = $1 AND hash = ANY ($2::text[])`);

const KEEP = prepared(`
  INSERT INTO paid_translations (project_id, hash, text, expires_at)
  SELECT p.id, n.hash, n.text, now() + interval '${DAYS} days'
  FROM (SELECT id FROM projects WHERE id = $1 FOR KEY SHARE) p CROSS JOIN unnest($2::text[], $3::text[]) n (hash, text)
  ON CONFLICT (project_id, hash) DO NOTHING`);

const NOTE_FAILED = prepared(`
  INSERT INTO paid_translations (project_id, hash, text, expires_at)
  SELECT p.id, n.hash, '', now() + interval '${DAYS} days'
  FROM (SELECT id FROM projects WHERE id = $1 FOR KEY SHARE) p CROSS JOIN unnest($2::text[]) n (hash)
  ON CONFLICT (project_id, hash) DO UPDATE SET expires_at = excluded.expires_at`);

const REMOVE = prepared('DELETE FROM paid_translations WHERE project_id = $1 AND hash = ANY ($2::text[])');

const REMOVE_EXPIRED = prepared(`
  DELETE FROM paid_translations WHERE (project_id, hash) IN (
    SELECT project_id, hash FROM paid_translations WHERE expires_at <= now()
    ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`);
