import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { generateSecret, isWellFormedSecret, secretHint } from '../api-keys/secret';
import { SETTINGS } from '../config/settings.module';
import { type Settings, SettingsError } from '../config/settings';
import { VERSION } from '../config/version';
import { migrateUnderLock } from '../database/migrate';
import { createLink, pathOf } from '../people/links';
import { BootstrapStore } from './bootstrap-store';

/** Prepares the database at each start: runs migrations, creates the operator's organization, its first API key and the link for its first person. */
@Injectable()
export class Bootstrap {
  /** The path with which the first person makes the account, if this start has made the link; it is printed once. */
  welcomePath: string | undefined;
  /** The operator's secret if this start has generated one; it is printed once. */
  generatedSecret: string | undefined;
  private readonly logger = new Logger(Bootstrap.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Prepares the database. Of several replicas that start together, one does the work while the others wait.
   *
   * @param onPending is called if there are migrations to run, before the first of them
   * @throws UnusableDatabaseError if a newer version has migrated the database
   * @throws SettingsError if `BOOTSTRAP_API_KEY` is mistyped or the secret of a tenant's API key
   */
  async run(onPending?: () => Promise<void>): Promise<void> {
    const { bootstrapApiKey, allowNewerDatabase } = this.settings;
    if (bootstrapApiKey !== undefined && !isWellFormedSecret(bootstrapApiKey)) {
      throw new SettingsError(['BOOTSTRAP_API_KEY has the form of a secret of Glossa but is mistyped']);
    }
    await migrateUnderLock(this.dataSource, {
      work: ({ manager }) => manager.transaction((tx) => this.createOperator(tx)),
      logger: new Logger('Migrations'),
      version: VERSION,
      allowNewer: allowNewerDatabase,
      onPending,
    });
  }

  private async createOperator(tx: EntityManager): Promise<void> {
    const store = new BootstrapStore(tx);
    const { id, isNew } = await store.upsertOrganization(this.settings.bootstrapRateLimit);
    if (await store.needsWelcome(id)) {
      this.welcomePath = pathOf(await createLink(tx, { kind: 'welcome', organizationId: id, role: 'owner' }));
    }
    let secret = this.settings.bootstrapApiKey;
    if (secret === undefined && isNew) secret = this.generatedSecret = generateSecret();
    if (secret === undefined) return;
    const apiKey = await store.upsertApiKey(id, secret);
    if (!apiKey) throw new SettingsError(['BOOTSTRAP_API_KEY is the secret of a tenant’s API key']);
    if (apiKey.isNew) this.logger.log(`created an API key for the operator, …${secretHint(secret)}`);
  }
}
