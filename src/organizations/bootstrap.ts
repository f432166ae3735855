import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { hashSecret, secretHint, isWellFormedSecret, generateSecret } from '../api-keys/secret';
import { SCOPES } from '../common/access/scope';
import { SETTINGS } from '../config/config.module';
import { type Settings, SettingsError } from '../config/settings';
import { migrateUnderLock } from '../database/migrate';

/** Makes the database ready at each start: migrations, the operator's organization, its first API key. */
@Injectable()
export class Bootstrap {
  /** The operator's secret, where this start has made one: to be shown once. */
  generatedSecret: string | undefined;
  private readonly logger = new Logger(Bootstrap.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Once for several replicas that start together: the others wait, and find all of it done.
   * @throws SettingsError where `BOOTSTRAP_API_KEY` cannot be the operator's
   */
  async run(): Promise<void> {
    const { bootstrapApiKey } = this.settings;
    if (bootstrapApiKey !== undefined && !isWellFormedSecret(bootstrapApiKey)) {
      throw new SettingsError(['BOOTSTRAP_API_KEY has the form of a secret of Glossa but is mistyped']);
    }
    await migrateUnderLock(this.dataSource, (runner) => this.bootstrap(runner));
  }

  private async bootstrap(runner: QueryRunner): Promise<void> {
    await runner.manager.transaction(async (tx) => {
      const { id, isNew } = await this.organization(tx);
      if (this.settings.bootstrapApiKey !== undefined) {
        await this.grantAll(tx, id, this.settings.bootstrapApiKey);
      } else if (isNew) {
        this.generatedSecret = generateSecret();
        await this.grantAll(tx, id, this.generatedSecret);
      }
    });
  }

  private async organization(tx: EntityManager): Promise<{ id: string; isNew: boolean }> {
    const [organization] = await tx.query<{ id: string; isNew: boolean }[]>(
      `INSERT INTO organizations (id, name, plan, rate_limit, bootstrap) VALUES ($1, 'Bootstrap', 'enterprise', $2, true)
       ON CONFLICT (bootstrap) WHERE bootstrap DO UPDATE SET plan = 'enterprise', rate_limit = excluded.rate_limit
       RETURNING id, xmax = 0 AS "isNew"`,
      [uuidv7(), this.settings.bootstrapRateLimit],
    );
    if (!organization) throw new Error('the bootstrap organization was neither made nor found');
    return organization;
  }

  /** A revoked, expired or narrowed API key becomes whole again: this is the way back in. */
  private async grantAll(tx: EntityManager, organizationId: string, secret: string): Promise<void> {
    const rows = await tx.query<{ isNew: boolean }[]>(
      `INSERT INTO api_keys AS k (id, organization_id, name, secret_hash, hint, scopes)
       VALUES ($1, $2, 'Bootstrap', $3, $4, $5)
       ON CONFLICT (secret_hash) DO UPDATE SET scopes = excluded.scopes, project_ids = NULL, expires_at = NULL, revoked_at = NULL
       WHERE k.organization_id = excluded.organization_id
       RETURNING xmax = 0 AS "isNew"`,
      [uuidv7(), organizationId, hashSecret(secret), secretHint(secret), [...SCOPES]],
    );
    const [granted] = rows;
    if (!granted) throw new SettingsError(['BOOTSTRAP_API_KEY is the secret of a tenant’s API key']);
    if (granted.isNew) this.logger.log(`the operator has a new API key, …${secretHint(secret)}`);
  }
}
