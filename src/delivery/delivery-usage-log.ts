import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeSettings } from '../database/write-settings';
import type { PendingUsage } from './served-channel';

/** Milliseconds between two writes. */
const WRITE_MS = 10_000;
export const MAX_TOKENS = 20_000;

/** Counts what is loaded with each delivery token, and adds it to the days of the database every ten seconds. */
@Injectable()
export class DeliveryUsageLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Delivery');
  private readonly pending = new LRUCache<string, PendingUsage>({ max: MAX_TOKENS });
  /** The counters that are not zero. An evicted one stays here until it is written. */
  private readonly changed = new Set<PendingUsage>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void (this.writing = this.writing.then(() => this.write())), WRITE_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  /** Returns the counter of a token. */
  of(projectId: string, tokenId: string): PendingUsage {
    let usage = this.pending.get(tokenId);
    if (!usage) {
      usage = { projectId, tokenId, requests: 0, bytes: 0 };
      this.pending.set(tokenId, usage);
    }
    return usage;
  }

  /** Counts a request. @param bytes of the body that is sent */
  count(usage: PendingUsage, bytes: number): void {
    if (usage.requests === 0) this.changed.add(usage);
    usage.requests++;
    usage.bytes += bytes;
  }

  /** Writes what was counted. What cannot be written is counted on. */
  async write(): Promise<void> {
    const taken = [...this.changed].map((usage) => ({ usage, ...usage }));
    if (taken.length === 0) return;
    this.changed.clear();
    for (const { usage } of taken) Object.assign(usage, { requests: 0, bytes: 0 });
    try {
      const column = <Name extends keyof PendingUsage>(name: Name): PendingUsage[Name][] =>
        taken.map((counted) => counted[name]);
      const values = [column('projectId'), column('tokenId'), column('requests'), column('bytes')];
      await this.database.transaction(`BEGIN; ${writeSettings()}`, (tx) => tx.rows(ADD, values));
    } catch (error) {
      for (const { usage, requests, bytes } of taken) {
        usage.requests += requests;
        usage.bytes += bytes;
        this.changed.add(usage);
      }
      this.logger.warn(`the usage of delivery tokens cannot be written, will be tried again: ${String(error)}`);
    }
  }
}

/** The usage of a deleted project is dropped. Rows are locked in one order. A token has two counters where one of them was evicted. */
const ADD = prepared(`
  INSERT INTO delivery_usage AS u (project_id, day, token_id, requests, bytes)
  SELECT p.id, (now() AT TIME ZONE 'UTC')::date, counted.token_id, counted.requests, counted.bytes
  FROM (
    SELECT project_id, token_id, sum(requests) AS requests, sum(bytes) AS bytes
    FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS u (project_id, token_id, requests, bytes)
    GROUP BY project_id, token_id
  ) counted
  CROSS JOIN LATERAL (SELECT id FROM projects WHERE id = counted.project_id FOR KEY SHARE) p
  ORDER BY p.id, counted.token_id
  ON CONFLICT (project_id, day, token_id)
  DO UPDATE SET requests = u.requests + excluded.requests, bytes = u.bytes + excluded.bytes`);
