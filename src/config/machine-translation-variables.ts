import type { Environment } from './environment';
import {
  findProviderIssues,
  MACHINE_PROVIDERS,
  MAX_CHARACTERS_PER_MONTH,
  type MachineProviderSettings,
  providerKey,
  type ProviderIssue,
  providerUrl,
  urlOfProvider,
} from './machine-provider';
import { oneOf, wholeNumber } from './parse-values';

/** The operator's provider of machine translation. */
export interface MachineTranslationSettings extends MachineProviderSettings {
  url: string;
  /** Whether the provider may be at a private, loopback or link-local address. */
  privateAddresses: boolean;
  /** Characters that one organization may have translated in a month. */
  charactersPerMonth: number;
}

const DEFAULT_CHARACTERS = 1_000_000;

/** Reads the settings of machine translation. @returns undefined if there is no provider */
export function readMachineTranslation(env: Environment): MachineTranslationSettings | undefined {
  const provider = env.read('MT_PROVIDER', oneOf(MACHINE_PROVIDERS));
  const url = env.read('MT_URL', providerUrl);
  const apiKey = env.readSecret('MT_API_KEY', providerKey);
  const model = env.read('MT_MODEL', String);
  const privateAddresses = env.read('MT_PRIVATE_ADDRESSES', oneOf(['true', 'false'])) === 'true';
  const charactersPerMonth =
    env.read('MT_CHARACTERS_PER_MONTH', wholeNumber(1, MAX_CHARACTERS_PER_MONTH)) ?? DEFAULT_CHARACTERS;
  if (!env.has('MT_PROVIDER')) {
    // A container file sets the last two to their defaults.
    const set = {
      MT_URL: url,
      MT_API_KEY: apiKey,
      MT_MODEL: model,
      MT_PRIVATE_ADDRESSES: privateAddresses ? true : undefined,
      MT_CHARACTERS_PER_MONTH: charactersPerMonth === DEFAULT_CHARACTERS ? undefined : charactersPerMonth,
    };
    for (const [name, value] of Object.entries(set))
      if (value !== undefined) env.addProblem(`${name} needs MT_PROVIDER`);
    return undefined;
  }
  if (!provider) return undefined;
  for (const { field, issue } of findProviderIssues({ provider, url, apiKey, model }, privateAddresses)) {
    // A value that cannot be read has a problem of its own.
    if (issue === 'needed' && env.has(VARIABLES[field])) continue;
    env.addProblem(MESSAGES[issue](provider, VARIABLES[field]));
  }
  const found = urlOfProvider({ provider, url, apiKey });
  return { provider, url: found, apiKey, model, privateAddresses, charactersPerMonth };
}

const VARIABLES = { url: 'MT_URL', apiKey: 'MT_API_KEY', model: 'MT_MODEL' } as const;

const MESSAGES: Readonly<Record<ProviderIssue['issue'], (provider: string, name: string) => string>> = {
  needed: (provider, name) => `MT_PROVIDER=${provider} needs ${name}`,
  without: (provider, name) => `MT_PROVIDER=${provider} has no ${name}`,
  clear: (_, name) =>
    `${name} must begin with https://, or MT_PRIVATE_ADDRESSES must be true: texts would be sent in the clear`,
};
