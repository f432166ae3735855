import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { ProcessRateLimitStorage } from './process-storage';
import { RATE_COUNTERS, type RateLimitStorage } from './rate-limit-storage';
import { RateLimitHealth } from './rate-limit-health';
import { RateLimiter } from './rate-limiter';
import { RedisRateLimitStorage } from './redis-storage';

async function countersOf({ redisUrl }: Settings, health: RateLimitHealth): Promise<RateLimitStorage> {
  if (redisUrl === undefined) return new ProcessRateLimitStorage();
  const counters = new RedisRateLimitStorage(redisUrl, health);
  await counters.connect();
  return counters;
}

@Module({
  providers: [
    RateLimitHealth,
    { provide: RATE_COUNTERS, inject: [SETTINGS, RateLimitHealth], useFactory: countersOf },
    RateLimiter,
  ],
  exports: [RateLimitHealth, RateLimiter],
})
export class RateLimitModule {}
