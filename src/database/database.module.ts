import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { openDatabase, type OpenDatabase } from './open-database';

export const DATABASE = Symbol('database');

@Global()
@Module({
  providers: [
    { provide: DATABASE, inject: [SETTINGS], useFactory: (settings: Settings) => openDatabase(settings) },
    { provide: DataSource, inject: [DATABASE], useFactory: ({ dataSource }: OpenDatabase) => dataSource },
  ],
  exports: [DATABASE, DataSource],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE) private readonly database: OpenDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
