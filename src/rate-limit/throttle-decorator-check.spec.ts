import { Controller, Get, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { readSettings } from '../config/settings';
import { SettingsModule } from '../config/settings.module';
import { RateLimitModule } from './rate-limit.module';

async function start(controller: Type): Promise<void> {
  @Module({ imports: [SettingsModule.forRoot(readSettings({})), RateLimitModule], controllers: [controller] })
  class TestModule {}
  const app = await NestFactory.create(TestModule, new FastifyAdapter(), { logger: false, abortOnError: false });
  await app.init();
  await app.close();
}

@Controller('plain')
class PlainController {
  @Get()
  read(): void {}
}

@Controller('handlers')
class HandlerController {
  @Get('plain')
  plain(): void {}
  @Throttle({ default: { limit: 1 } })
  @Get('throttled')
  throttled(): void {}
  @SkipThrottle()
  @Get('skipped')
  skipped(): void {}
  @Throttle({ other: { ttl: 1 } })
  @Get('other')
  otherThrottler(): void {}
}

@SkipThrottle()
@Controller('class')
class SkippedController {
  @Get()
  read(): void {}
}

@Controller('subclass')
class InheritingController extends SkippedController {}

describe('ThrottleDecoratorCheck', () => {
  it('lets a service start whose routes have no decorator of the throttler', async () => {
    await expect(start(PlainController)).resolves.toBeUndefined();
  });

  it('stops the start if a handler has @Throttle or @SkipThrottle, and names the handlers', async () => {
    await expect(start(HandlerController)).rejects.toThrow(
      /remove them from HandlerController\.throttled, HandlerController\.skipped, HandlerController\.otherThrottler$/,
    );
  });

  it('stops the start if a controller has @SkipThrottle', async () => {
    await expect(start(SkippedController)).rejects.toThrow(/remove them from SkippedController\.read$/);
  });

  it('stops the start if a controller inherits @SkipThrottle', async () => {
    await expect(start(InheritingController)).rejects.toThrow(/remove them from InheritingController\.read$/);
  });
});
