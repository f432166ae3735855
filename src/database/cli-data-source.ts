import { DataSource, type Migration } from 'typeorm';
import type { EmbeddedDatabase } from './embedded/embedded-database';
import { migrateUnderLock, type MigrationOptions } from './migrate';
import { type DatabaseLocation, embeddedOptions, type Entities, openEmbedded, serverOptions } from './open-database';

type RunOptions = NonNullable<Parameters<DataSource['runMigrations']>[0]>;

/**
 * The data source of the TypeORM command line, which initializes and destroys it. The embedded database is opened and
 * closed with it, so that a command releases the folder, and can report that the service has it open.
 */
export class CliDataSource extends DataSource {
  private embedded?: EmbeddedDatabase;

  constructor(
    private readonly location: DatabaseLocation,
    private readonly entities: Entities,
    private readonly migrationOptions: MigrationOptions = {},
  ) {
    super(serverOptions(location, entities));
  }

  override async initialize(): Promise<this> {
    this.embedded = await openEmbedded(this.location);
    if (this.embedded) this.setOptions(embeddedOptions(this.embedded, this.entities));
    return super.initialize();
  }

  /**
   * Runs the migrations as a start of the service does.
   * @returns no list of them: each one is a line of the log
   * @throws Error if they are not to run, or not in one transaction each
   */
  override async runMigrations({ fake = false, transaction = 'each' }: RunOptions = {}): Promise<Migration[]> {
    if (fake || transaction !== 'each') {
      throw new Error(
        'migrations run as a start of the service runs them, in one transaction each: --fake and other transactions are refused',
      );
    }
    await migrateUnderLock(this, this.migrationOptions);
    return [];
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    if (this.embedded !== this.location.embedded) await this.embedded?.close();
  }
}
