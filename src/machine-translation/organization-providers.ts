import { Inject, Injectable, Logger } from '@nestjs/common';
import { recordAudit } from '../audit/record';
import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import type { FieldError } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { SealError, Sealer } from '../common/sealer';
import { findProviderIssues, type MachineProviderName, type MachineProviderSettings } from '../config/machine-provider';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { isNeverPublic, NEVER_PUBLIC } from '../outgoing/public-addresses';
import { writeAs } from '../project-write/write-as';
import type { SetMachineProviderDto } from './dto/set-machine-provider.dto';

/** The provider of an organization, without its secret. */
export interface OrganizationProvider {
  provider: MachineProviderName;
  url: string | null;
  model: string | null;
  hasApiKey: boolean;
  charactersPerMonth: number | null;
  changedAt: Date;
}

interface ProviderRow extends Omit<OrganizationProvider, 'hasApiKey' | 'charactersPerMonth'> {
  sealed: Buffer | null;
  charactersPerMonth: string | null;
}

/** A provider that can be connected to. */
export interface ConnectableProvider {
  settings: MachineProviderSettings;
  /** Whether its API key, if it has one, can be read with the setting `WEBHOOK_ENCRYPTION_KEY`. */
  isReadable: boolean;
  charactersPerMonth: number | null;
  changedAt: Date;
}

/**
 * The providers that organizations set up for themselves. Their API keys are sealed as the secrets of webhooks are, and leave this class
 * only to connect.
 */
@Injectable()
export class OrganizationProviders {
  private readonly logger = new Logger('MachineTranslation');
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.sealer = new Sealer(settings.webhookEncryptionKey, 'glossa machine translation');
  }

  async get(organizationId: string): Promise<OrganizationProvider | undefined> {
    const [row] = await this.database.rows<ProviderRow>(FIND, [organizationId]);
    return row && toProvider(row);
  }

  async withSecret(organizationId: string): Promise<ConnectableProvider | undefined> {
    const [row] = await this.database.rows<ProviderRow>(FIND, [organizationId]);
    if (!row) return undefined;
    const { provider, url, model, sealed, changedAt } = row;
    const apiKey = sealed ? this.open(organizationId, sealed) : undefined;
    return {
      settings: { provider, url: url ?? undefined, model: model ?? undefined, apiKey },
      isReadable: sealed === null || apiKey !== undefined,
      charactersPerMonth: toProvider(row).charactersPerMonth,
      changedAt,
    };
  }

  /** @throws NotGrantableError, ValidationFailedError */
  async set(principal: Principal, body: SetMachineProviderDto): Promise<OrganizationProvider> {
    assertWholeOrganization(principal);
    const { organizationId, organizationName } = principal;
    const { provider, apiKey, charactersPerMonth = null } = body;
    const [url, model] = [body.url?.replace(/\/+$/, '') ?? null, body.model ?? null];
    const changed = await writeAs(this.database, principal, async (tx) => {
      const [before] = await tx.rows<ProviderRow>(LOCK, [organizationId]);
      // An API key is sent only to the server for which a person who knew the key has set it.
      const kept = before?.provider === provider && before.url === url ? before.sealed : null;
      const sealed =
        apiKey === undefined ? kept : apiKey === null ? null : this.sealer.seal(organizationId, Buffer.from(apiKey));
      this.assertValid({ provider, url, model, hasApiKey: sealed !== null });
      const values = [organizationId, provider, url, model, sealed, charactersPerMonth];
      const [row] = await tx.rows<ProviderRow>(SET, values);
      await recordAudit(tx, principal, {
        action: 'machine-provider.changed',
        target: { type: 'organization', id: organizationId, name: organizationName },
        // The path of an address may hold a secret, and the log has these details.
        details: {
          ...{ provider, host: url === null ? null : new URL(url).host, model, charactersPerMonth },
          hasNewApiKey: typeof apiKey === 'string',
        },
        change: { before, after: { ...row, changedAt: before?.changedAt } },
      });
      return row;
    });
    if (!changed) throw new Error('the provider was not stored');
    if (apiKey && !this.sealer.encrypts) {
      this.logger.warn(
        `the API key of the provider of organization ${organizationId} is stored in the clear, because WEBHOOK_ENCRYPTION_KEY is not set`,
      );
    }
    return toProvider(changed);
  }

  /** @throws NotGrantableError */
  async remove(principal: Principal): Promise<void> {
    assertWholeOrganization(principal);
    const { organizationId, organizationName } = principal;
    await writeAs(this.database, principal, async (tx) => {
      const [removed] = await tx.rows<{ provider: string }>(REMOVE, [organizationId]);
      if (!removed) return;
      await recordAudit(tx, principal, {
        action: 'machine-provider.removed',
        target: { type: 'organization', id: organizationId, name: organizationName },
        details: { provider: removed.provider },
      });
    });
  }

  /** @throws ValidationFailedError */
  private assertValid({
    provider,
    url,
    model,
    hasApiKey,
  }: Pick<OrganizationProvider, 'provider' | 'url' | 'model' | 'hasApiKey'>): void {
    const arePrivateAllowed = this.settings.webhookPrivateAddresses;
    const settings = { provider, url: url ?? undefined, model: model ?? undefined };
    const issues = findProviderIssues({ ...settings, apiKey: hasApiKey ? '-' : undefined }, arePrivateAllowed);
    const errors: FieldError[] = issues.map(({ field, issue }) => ({ pointer: `/${field}`, ...ISSUES[issue] }));
    if (url !== null && !arePrivateAllowed && isNeverPublic(new URL(url).hostname)) {
      errors.push({ pointer: '/url', ...NEVER_PUBLIC });
    }
    if (errors.length > 0) throw new ValidationFailedError(errors);
  }

  private open(organizationId: string, sealed: Buffer): string | undefined {
    try {
      return this.sealer.open(organizationId, sealed).toString();
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      this.logger.warn(`the API key of the provider of organization ${organizationId} cannot be read: ${error.issue}`);
      return undefined;
    }
  }
}

const ISSUES = {
  needed: { code: 'required', detail: 'is required by this provider' },
  without: { code: 'not_allowed', detail: 'is of openai only' },
  clear: { code: 'not_allowed', detail: 'must begin with https://' },
} as const;

/** The provider receives the texts of all projects, and translates into all languages. @throws NotGrantableError */
function assertWholeOrganization({ projectIds, languages }: Principal): void {
  if (projectIds) throw new NotGrantableError('the caller is limited to projects, and the provider is of all projects');
  if (languages)
    throw new NotGrantableError('the caller is limited to languages, and the provider is of all languages');
}

function toProvider({ sealed, charactersPerMonth, ...row }: ProviderRow): OrganizationProvider {
  return {
    ...row,
    hasApiKey: sealed !== null,
    charactersPerMonth: charactersPerMonth === null ? null : Number(charactersPerMonth),
  };
}

const COLUMNS = `provider, url, model, api_key AS sealed, characters_per_month AS "charactersPerMonth", changed_at AS "changedAt"`;

const FIND = prepared(`SELECT ${COLUMNS} FROM machine_providers WHERE organization_id = $1`);

const LOCK = prepared(`SELECT ${COLUMNS} FROM machine_providers WHERE organization_id = $1 FOR NO KEY UPDATE`);

const SET = prepared(`
  INSERT INTO machine_providers (organization_id, provider, url, model, api_key, characters_per_month, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
  ON CONFLICT (organization_id) DO UPDATE SET provider = excluded.provider, url = excluded.url, model = excluded.model,
    api_key = excluded.api_key, characters_per_month = excluded.characters_per_month, changed_at = excluded.changed_at
  RETURNING ${COLUMNS}`);

const REMOVE = prepared('DELETE FROM machine_providers WHERE organization_id = $1 RETURNING provider');
