import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { getStorageToken, ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { PLAN_THROTTLER } from './plan-throttler.guard';
import { ProcessRateLimitStorage } from './process-storage';
import { RateLimitHealth } from './rate-limit-health';
import type { RateLimitStorage } from './rate-limit-storage';
import { UnguardedRateLimiter } from './unguarded-rate-limiter';
import { RedisRateLimitStorage } from './redis-storage';
import { ThrottleDecoratorCheck } from './throttle-decorator-check';

function createThrottlerOptions({ redisUrl }: Settings): ThrottlerModuleOptions {
  const storage = redisUrl === undefined ? new ProcessRateLimitStorage() : new RedisRateLimitStorage(redisUrl);
  return { storage, throttlers: [PLAN_THROTTLER] };
}

@Module({
  imports: [DiscoveryModule, ThrottlerModule.forRootAsync({ inject: [SETTINGS], useFactory: createThrottlerOptions })],
  providers: [
    { provide: RateLimitHealth, inject: [getStorageToken()], useFactory: ({ health }: RateLimitStorage) => health },
    UnguardedRateLimiter,
    ThrottleDecoratorCheck,
  ],
  exports: [RateLimitHealth, UnguardedRateLimiter],
})
export class RateLimitModule {}
