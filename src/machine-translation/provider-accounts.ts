import { Inject, Injectable } from '@nestjs/common';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import { type MachineProviderSettings, urlOfProvider } from '../config/machine-provider';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { OrganizationProviders } from './organization-providers';
import type { ProviderAccount } from './provider-account';
import { ProviderClient } from './provider-client';
import { ProviderPauses } from './provider-pauses';
import { createProvider } from './providers';
import type { MachineProvider } from './providers/provider';

/** Milliseconds that a provider has for an answer. */
const TIMEOUT_MS = 15_000;
/** Milliseconds that a language model has, which writes word by word. No request takes longer. */
export const LONGEST_REQUEST_MS = 45_000;

/** Requests at a time of the process, and of one organization. A slow server of an organization holds no request to the operator's account. */
const REQUESTS = 16;
const OWN_REQUESTS = 64;
export const REQUESTS_PER_ORGANIZATION = 4;

/**
 * Finds the account with which an organization translates: its own, or else the operator's. It is read for each call, so that every replica
 * uses a changed one at once.
 */
@Injectable()
export class ProviderAccounts {
  private readonly operators: MachineProvider | undefined;
  private readonly slots = new FairSemaphore({ slots: REQUESTS, slotsPerGroup: REQUESTS_PER_ORGANIZATION });
  private readonly ownSlots = new FairSemaphore({ slots: OWN_REQUESTS, slotsPerGroup: REQUESTS_PER_ORGANIZATION });

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly providers: OrganizationProviders,
    private readonly pauses: ProviderPauses,
  ) {
    const { machineTranslation } = settings;
    this.operators = machineTranslation && connect(machineTranslation, machineTranslation.privateAddresses);
  }

  /** @returns undefined if neither the organization nor the operator has set up a provider */
  async of(organizationId: string): Promise<ProviderAccount | undefined> {
    return (await this.ownOf(organizationId)) ?? this.operatorsFor(organizationId);
  }

  private operatorsFor(organizationId: string): ProviderAccount | undefined {
    const { machineTranslation } = this.settings;
    if (!machineTranslation) return undefined;
    const { provider: name, url, model, charactersPerMonth } = machineTranslation;
    const [pause, slots] = [this.pauses.of('operator'), this.slots];
    return {
      ...{ organizationId, owner: 'operator', name, url, model, charactersPerMonth, pause, slots },
      provider: this.operators,
    };
  }

  private async ownOf(organizationId: string): Promise<ProviderAccount | undefined> {
    const own = await this.providers.withSecret(organizationId);
    if (!own) return undefined;
    const { settings, charactersPerMonth, changedAt } = own;
    const { provider: name, model } = settings;
    // A changed account is not known to be busy.
    const pause = this.pauses.of(`${organizationId} ${changedAt.getTime()}`);
    const url = urlOfProvider(settings);
    return {
      ...{ organizationId, owner: 'organization', name, url, model, charactersPerMonth, pause, slots: this.ownSlots },
      provider: own.isReadable ? connect(settings, this.settings.webhookPrivateAddresses) : undefined,
    };
  }
}

function connect(settings: MachineProviderSettings, isPrivateAllowed: boolean): MachineProvider {
  const timeoutMs = settings.provider === 'openai' ? LONGEST_REQUEST_MS : TIMEOUT_MS;
  return createProvider(settings, new ProviderClient({ isPrivateAllowed, timeoutMs }));
}
