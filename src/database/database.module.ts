import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DatabaseLocation, type Entities, openDatabase, type OpenDatabase } from './open-database';
import { Reads } from './statements';
import { Transactions } from './transactions';

export const DATABASE = Symbol('database');

@Global()
@Module({
  providers: [
    { provide: DataSource, inject: [DATABASE], useFactory: ({ dataSource }: OpenDatabase) => dataSource },
    Reads,
    Transactions,
  ],
  exports: [DATABASE, DataSource, Reads, Transactions],
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
