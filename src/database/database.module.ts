import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundDatabase } from './background-database';
import { Database } from './database';
import { type DatabaseLocation, type Entities, openDatabase, type OpenDatabase } from './open-database';
import { Reads } from './reads';
import { TableStatistics } from './table-statistics';

/** Injection token of the `OpenDatabase`. Most providers need only `Database` or the `DataSource`. */
export const OPEN_DATABASE = Symbol('open database');

@Global()
@Module({
  providers: [
    { provide: DataSource, inject: [OPEN_DATABASE], useFactory: ({ dataSource }: OpenDatabase) => dataSource },
    { provide: Database, inject: [DataSource], useFactory: (dataSource: DataSource) => Database.of(dataSource) },
    {
      provide: BackgroundDatabase,
      inject: [Database],
      useFactory: (database: Database) => new BackgroundDatabase(database),
    },
    {
      provide: Reads,
      inject: [Database, OPEN_DATABASE],
      useFactory: (primary: Database, { standby, readTimeoutMs }: OpenDatabase) =>
        new Reads(primary, standby, readTimeoutMs),
    },
    TableStatistics,
  ],
  exports: [OPEN_DATABASE, DataSource, Database, BackgroundDatabase, Reads, TableStatistics],
})
export class DatabaseModule implements OnApplicationShutdown {
  static forRoot(location: DatabaseLocation, entities: Entities): DynamicModule {
    const database = { provide: OPEN_DATABASE, useFactory: () => openDatabase(location, entities) };
    return { module: DatabaseModule, providers: [database] };
  }

  constructor(@Inject(OPEN_DATABASE) private readonly database: OpenDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
