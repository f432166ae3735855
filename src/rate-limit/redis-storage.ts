import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ProcessRateLimitStorage } from './process-storage';
import { RateLimitHealth } from './rate-limit-health';
import { type RateLimitResult, type RateLimitStorage, toRateLimitResult } from './rate-limit-storage';
import { withTimeout } from './with-timeout';

/** Redis responds within a millisecond. Requests must not wait for a Redis that does not respond. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const PROBE_INTERVAL_MS = 1_000;
const KEY_PREFIX = 'glossa:rate:';

/**
 * KEYS[1]: the counter. ARGV: the limit, the window in milliseconds, 1 to count a request or 0 to read it only.
 * Returns the admitted requests of the window, 1 if this request is refused or 0, and the milliseconds until the window
 * ends. Redis runs a script atomically, so two replicas cannot both admit the last request of a window.
 */
const COUNT_SCRIPT = `
local hits = tonumber(redis.call('GET', KEYS[1])) or 0
local refused = hits >= tonumber(ARGV[1])
if not refused and ARGV[3] == '1' then hits = redis.call('INCR', KEYS[1]) end
local left = redis.call('PTTL', KEYS[1])
if left == -1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
if left < 0 then left = tonumber(ARGV[2]) end
return { hits, refused and 1 or 0, left }`;

/**
 * Keeps the counters in Redis, shared by all replicas. While Redis does not respond, requests do not wait for it: they
 * are counted in the process, and a probe detects when Redis responds again.
 */
export class RedisRateLimitStorage implements RateLimitStorage, OnApplicationShutdown, OnModuleInit {
  readonly health = new RateLimitHealth('redis');
  private readonly logger = new Logger('RateLimit');
  private readonly fallback = new ProcessRateLimitStorage();
  private readonly redis: Redis;
  private probeTimer: NodeJS.Timeout | undefined;
  private lastError = 'it does not respond';
  private closing = false;

  constructor(url: string) {
    this.redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // This timer also runs if there is no connection to close, and would delay the shutdown.
      disconnectTimeout: 200,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
    });
    this.redis.on('error', (error: Error) => (this.lastError = error.message));
    this.redis.on('close', () => this.degrade());
    this.redis.on('ready', () => void this.probe());
  }

  /**
   * Waits up to 1 s for Redis, so that the first requests are counted there. Without Redis the service starts degraded.
   * A service that the database refuses does not get here, and has no connection to close.
   */
  async onModuleInit(): Promise<void> {
    try {
      await withTimeout(this.redis.connect(), CONNECT_TIMEOUT_MS);
    } catch (error) {
      this.degrade(error);
    }
  }

  increment(key: string, ttl: number, limit: number): Promise<RateLimitResult> {
    return this.count('increment', key, ttl, limit);
  }

  peek(key: string, ttl: number, limit: number): Promise<RateLimitResult> {
    return this.count('peek', key, ttl, limit);
  }

  onApplicationShutdown(): void {
    this.closing = true;
    clearTimeout(this.probeTimer);
    this.redis.disconnect();
  }

  private async count(method: 'increment' | 'peek', key: string, ttl: number, limit: number): Promise<RateLimitResult> {
    if (!this.health.degraded) {
      try {
        return await this.runScript(key, ttl, limit, method === 'increment' ? 1 : 0);
      } catch (error) {
        this.degrade(error);
      }
    }
    this.health.countedInProcess++;
    return this.fallback[method](key, ttl, limit);
  }

  private async runScript(key: string, ttl: number, limit: number, cost: 0 | 1): Promise<RateLimitResult> {
    const reply = await withTimeout(
      this.redis.eval(COUNT_SCRIPT, 1, KEY_PREFIX + key, limit, ttl, cost),
      COMMAND_TIMEOUT_MS,
    );
    const [hits, refused, msLeft] = Array.isArray(reply) ? reply.map(Number) : [];
    if (hits === undefined || msLeft === undefined) throw new Error('Redis returned no counter');
    return toRateLimitResult(hits, refused === 1, msLeft);
  }

  private degrade(error?: unknown): void {
    if (this.closing) return;
    if (!this.health.degraded) {
      this.health.degraded = true;
      const reason = error instanceof Error ? error.message : this.lastError;
      this.logger.warn(`Redis is unavailable, each process counts requests for itself: ${reason}`);
    }
    this.probeTimer ??= setTimeout(() => void this.probe(), PROBE_INTERVAL_MS).unref();
  }

  /** Counts a request of no caller: this also detects a Redis that responds but refuses writes. */
  private async probe(): Promise<void> {
    clearTimeout(this.probeTimer);
    this.probeTimer = undefined;
    if (!this.health.degraded) return;
    try {
      await this.runScript('probe', PROBE_INTERVAL_MS, Number.MAX_SAFE_INTEGER, 1);
      this.health.degraded = false;
      this.logger.warn('Redis is available again, requests are counted there');
    } catch (error) {
      this.degrade(error);
    }
  }
}
