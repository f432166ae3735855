import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ProcessRateLimitStorage } from './process-storage';
import { type RateLimitStorage, type RateLimitResult, standing } from './rate-limit-storage';
import type { RateLimitHealth } from './rate-limit-health';
import { within } from './with-timeout';

/** A Redis that is there answers in a millisecond; one that is not must hold up nobody. */
const COMMAND_MS = 500;
const CONNECT_MS = 1_000;
const PROBE_MS = 1_000;
const PREFIX = 'glossa:rate:';

/**
 * KEYS[1] counter; ARGV: limit, window in ms, 1 to count or 0 to look. Gives requests served, 1 where this one is refused,
 * ms until the window ends. One script is one step: no two replicas can both take the last request of a window.
 */
const COUNT = `
local served = tonumber(redis.call('GET', KEYS[1])) or 0
local refused = served >= tonumber(ARGV[1])
if not refused and ARGV[3] == '1' then served = redis.call('INCR', KEYS[1]) end
local left = redis.call('PTTL', KEYS[1])
if left == -1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
if left < 0 then left = tonumber(ARGV[2]) end
return { served, refused and 1 or 0, left }`;

/**
 * One counter a tracker in Redis, for all replicas. While Redis is away nobody waits for it: requests are counted in the
 * process, and a probe finds out when it is back.
 */
export class RedisRateLimitStorage implements RateLimitStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly inProcess = new ProcessRateLimitStorage();
  private readonly redis: Redis;
  private probing: NodeJS.Timeout | undefined;
  private lastError = 'it does not answer';
  private closing = false;

  constructor(
    url: string,
    private readonly health: RateLimitHealth,
  ) {
    health.mode = 'redis';
    this.redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      // Its timer also runs where there is no connection to end.
      disconnectTimeout: 200,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
    });
    this.redis.on('error', (error: Error) => (this.lastError = error.message));
    this.redis.on('close', () => this.lose());
    this.redis.on('ready', () => void this.probe());
  }

  /** Waits a moment for Redis, so that the first requests are counted there; without it the service starts all the same. */
  async connect(): Promise<void> {
    try {
      await within(CONNECT_MS, this.redis.connect());
    } catch (error) {
      this.lose(error);
    }
  }

  increment(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult> {
    return this.count('increment', tracker, windowMs, limit);
  }

  look(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult> {
    return this.count('look', tracker, windowMs, limit);
  }

  onApplicationShutdown(): void {
    this.closing = true;
    clearTimeout(this.probing);
    this.redis.disconnect();
  }

  private async count(
    how: 'increment' | 'look',
    tracker: string,
    windowMs: number,
    limit: number,
  ): Promise<RateLimitResult> {
    if (!this.health.degraded) {
      try {
        return await this.run(tracker, limit, windowMs, how === 'increment' ? 1 : 0);
      } catch (error) {
        this.lose(error);
      }
    }
    this.health.countedInProcess++;
    return this.inProcess[how](tracker, windowMs, limit);
  }

  private async run(tracker: string, limit: number, windowMs: number, cost: 0 | 1): Promise<RateLimitResult> {
    const answer = await within(COMMAND_MS, this.redis.eval(COUNT, 1, PREFIX + tracker, limit, windowMs, cost));
    if (!Array.isArray(answer)) throw new Error('Redis gave no counts');
    const [served, refused, msLeft] = answer.map(Number);
    if (served === undefined || msLeft === undefined) throw new Error('Redis gave no counts');
    return standing(served, refused === 1, msLeft);
  }

  private lose(error?: unknown): void {
    if (this.closing) return;
    if (!this.health.degraded) {
      this.health.degraded = true;
      const reason = error instanceof Error ? error.message : this.lastError;
      this.logger.warn(`Redis is away, requests are counted in each process: ${reason}`);
    }
    this.probing ??= setTimeout(() => void this.probe(), PROBE_MS).unref();
  }

  /** Counts for nobody, so that a Redis which answers but cannot be written to is not taken for one that is back. */
  private async probe(): Promise<void> {
    clearTimeout(this.probing);
    this.probing = undefined;
    if (!this.health.degraded) return;
    try {
      await this.run('probe', Number.MAX_SAFE_INTEGER, PROBE_MS, 1);
      this.health.degraded = false;
      this.logger.warn('Redis is back, requests are counted there');
    } catch (error) {
      this.lose(error);
    }
  }
}
