import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ProblemFilter } from './common/errors/problem.filter';
import { JsonBodyInterceptor } from './common/http/json-body.interceptor';
import { RefusalOrderInterceptor } from './common/http/refusal-order.interceptor';
import { ValidationPipe } from './common/validation/validation.pipe';
import { ConfigModule } from './config/config.module';
import type { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';

@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    // The first is the outermost: it also sees the refusals of the second.
    { provide: APP_INTERCEPTOR, useClass: RefusalOrderInterceptor },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
    { provide: APP_PIPE, useClass: ValidationPipe },
  ],
})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(settings)] };
  }
}
