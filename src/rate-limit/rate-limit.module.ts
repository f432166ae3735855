import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { throttlerOptions } from './plan-throttler.guard';
import { ProcessCounters } from './process-counters';
import type { RateCounters } from './rate-counters';
import { RateLimitHealth } from './rate-limit-health';
import { RateLimiter } from './rate-limiter';
import { SharedCounters } from './shared-counters';

const COUNTERS = Symbol('rate counters');

async function countersOf({ redisUrl }: Settings, health: RateLimitHealth): Promise<RateCounters> {
  if (redisUrl === undefined) return new ProcessCounters();
  const counters = new SharedCounters(redisUrl, health);
  await counters.connect();
  return counters;
}

@Module({
  providers: [RateLimitHealth, { provide: COUNTERS, inject: [SETTINGS, RateLimitHealth], useFactory: countersOf }],
  exports: [COUNTERS, RateLimitHealth],
})
class RateCountersModule {}

@Module({
  imports: [
    RateCountersModule,
    ThrottlerModule.forRootAsync({
      imports: [RateCountersModule],
      inject: [COUNTERS],
      useFactory: throttlerOptions,
    }),
  ],
  providers: [RateLimiter],
  exports: [RateCountersModule, RateLimiter],
})
export class RateLimitModule {}
