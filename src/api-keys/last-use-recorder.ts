import { Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';

const LOOK_MS = 5_000;
/** No API key's row is written more often. */
const APART_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** When API keys were last used: noted as requests arrive, written in one statement beside them. */
@Injectable()
export class LastUseRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LastUseRecorder.name);
  private readonly writtenAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  private unwritten = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.writeDue(Date.now()), LOOK_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write([...this.unwritten.keys()]);
  }

  note(apiKeyId: string): void {
    this.unwritten.set(apiKeyId, Date.now());
  }

  /** Writes those whose last writing is a minute ago or more; the others wait. */
  async writeDue(now: number): Promise<void> {
    const due = [...this.unwritten.keys()].filter((id) => now - (this.writtenAt.get(id) ?? 0) >= APART_MS);
    await this.write(due, now);
  }

  private async write(ids: string[], now = Date.now()): Promise<void> {
    if (ids.length === 0) return;
    const uses = new Map(ids.map((id) => [id, this.unwritten.get(id) ?? now]));
    for (const id of ids) {
      this.unwritten.delete(id);
      this.writtenAt.set(id, now);
    }
    try {
      await this.dataSource.query(WRITE, [[...uses.keys()], [...uses.values()]]);
    } catch (error) {
      this.logger.warn(`the last use of ${ids.length} API keys is not written yet: ${String(error)}`);
      this.unwritten = new Map([...uses, ...this.unwritten]);
      for (const id of ids) this.writtenAt.delete(id);
    }
  }
}

// Rows are locked in one order, so that two replicas never wait for each other.
const WRITE = `
  WITH uses AS (SELECT * FROM unnest($1::uuid[], $2::float8[]) AS use (id, at)),
       locked AS (SELECT id FROM api_keys WHERE id IN (SELECT id FROM uses) ORDER BY id FOR NO KEY UPDATE)
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, to_timestamp(uses.at / 1000))
  FROM uses JOIN locked USING (id) WHERE k.id = uses.id`;
