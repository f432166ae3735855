import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

const WRITE_INTERVAL_MS = 5_000;
/** The least time between two writes of one API key's row. */
const ROW_INTERVAL_MS = 60_000;
/** The most API keys whose last write is remembered; a forgotten one may be written sooner. */
const MAX_REMEMBERED = 10_000;

/**
 * Records when API keys were last used. Requests record their use in memory; a timer writes all uses in one statement,
 * each API key at most once a minute.
 */
@Injectable()
export class LastUseRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LastUseRecorder.name);
  /** When rows were written, by API key, in milliseconds since the epoch. */
  private readonly writtenAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  /** Uses that are not written yet, by API key, in milliseconds since the epoch. */
  private pending = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.writeDue(Date.now()), WRITE_INTERVAL_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write([...this.pending.keys()], Date.now());
  }

  record(apiKeyId: string): void {
    this.pending.set(apiKeyId, Date.now());
  }

  /**
   * Writes the pending uses of API keys whose rows were last written a minute ago or earlier.
   *
   * @param now in milliseconds since the epoch
   */
  async writeDue(now: number): Promise<void> {
    const due = [...this.pending.keys()].filter((id) => now - (this.writtenAt.get(id) ?? 0) >= ROW_INTERVAL_MS);
    await this.write(due, now);
  }

  private async write(ids: string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    const uses = new Map(ids.map((id) => [id, this.pending.get(id) ?? now]));
    for (const id of ids) {
      this.pending.delete(id);
      this.writtenAt.set(id, now);
    }
    try {
      await this.database.rows(UPDATE_LAST_USES, [[...uses.keys()], [...uses.values()]]);
    } catch (error) {
      this.logger.warn(`could not write the last use of ${ids.length} API keys, will retry: ${String(error)}`);
      this.pending = new Map([...uses, ...this.pending]);
      for (const id of ids) this.writtenAt.delete(id);
    }
  }
}

// Rows are locked in the order of their ids, so that two replicas cannot deadlock.
const UPDATE_LAST_USES = prepared(`
  WITH uses AS (SELECT * FROM unnest($1::uuid[], $2::float8[]) AS use (id, at)),
       locked AS (SELECT id FROM api_keys WHERE id IN (SELECT id FROM uses) ORDER BY id FOR NO KEY UPDATE)
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, to_timestamp(uses.at / 1000))
  FROM uses JOIN locked USING (id) WHERE k.id = uses.id`);
