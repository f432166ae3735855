import type { FairSemaphore } from '../common/scheduling/fair-semaphore';
import type { MachineProviderName } from '../config/machine-provider';
import type { ProviderPause } from './provider-pause';
import type { MachineProvider } from './providers/provider';

/** An owner of an account has set the provider up, and pays for it. */
export const ACCOUNT_OWNERS = ['operator', 'organization'] as const;
export type AccountOwner = (typeof ACCOUNT_OWNERS)[number];

/** The account at a provider with which an organization translates. */
export interface ProviderAccount {
  readonly organizationId: string;
  readonly owner: AccountOwner;
  readonly name: MachineProviderName;
  readonly url: string;
  readonly model: string | undefined;
  /** Undefined: its API key cannot be read with the setting `WEBHOOK_ENCRYPTION_KEY`. */
  readonly provider: MachineProvider | undefined;
  /** Characters that the organization may have translated in a month; null: no limit. */
  readonly charactersPerMonth: number | null;
  /** The time in which the account is too busy, and is not asked. */
  readonly pause: ProviderPause;
  /** Bounds the requests that are sent at a time. */
  readonly slots: FairSemaphore;
}
