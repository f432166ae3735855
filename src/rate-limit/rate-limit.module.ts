import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { ProcessCounters } from './process-storage';
import { RATE_COUNTERS, type RateCounters } from './rate-limit-storage';
import { RateLimitHealth } from './rate-limit-health';
import { RateLimiter } from './rate-limiter';
import { SharedCounters } from './redis-storage';

async function countersOf({ redisUrl }: Settings, health: RateLimitHealth): Promise<RateCounters> {
  if (redisUrl === undefined) return new ProcessCounters();
  const counters = new SharedCounters(redisUrl, health);
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
