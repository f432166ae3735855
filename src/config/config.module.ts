import { type DynamicModule, Module } from '@nestjs/common';
import type { Settings } from './settings';

/** Token of the `Settings` that the service was started with. */
export const SETTINGS = Symbol('settings');

@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
