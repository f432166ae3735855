import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { type DatabaseLocation, type Entities, openDatabase, type OpenDatabase } from './open-database';

export const DATABASE = Symbol('database');

@Global()
@Module({
  providers: [
    { provide: DataSource, inject: [DATABASE], useFactory: ({ dataSource }: OpenDatabase) => dataSource },
    Database,
  ],
  exports: [DATABASE, DataSource, Database],
})
export class DatabaseModule implements OnApplicationShutdown {
  static at(location: DatabaseLocation, entities: Entities): DynamicModule {
    const database = { provide: DATABASE, useFactory: () => openDatabase(location, entities) };
    return { module: DatabaseModule, providers: [database] };
  }

  constructor(@Inject(DATABASE) private readonly database: OpenDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
