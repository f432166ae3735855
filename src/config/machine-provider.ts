import { InvalidValue, url } from './parse-values';

export const MACHINE_PROVIDERS = ['deepl', 'google', 'azure', 'libretranslate', 'openai'] as const;
export type MachineProviderName = (typeof MACHINE_PROVIDERS)[number];

/** The most characters of a month that can be set. */
export const MAX_CHARACTERS_PER_MONTH = 1_000_000_000_000;

/** A provider of machine translation as somebody has set it up. */
export interface MachineProviderSettings {
  provider: MachineProviderName;
  /** Without a slash at its end; undefined: the address of the provider. */
  url?: string;
  apiKey?: string;
  /** The model of a chat endpoint. */
  model?: string;
}

/** Something that a provider needs, or does not have. */
export interface ProviderIssue {
  field: 'url' | 'apiKey' | 'model';
  issue: 'needed' | 'without' | 'clear';
}

/** @param isClearAllowed whether texts may be sent without TLS */
export function findProviderIssues(
  { provider, url: address, apiKey, model }: MachineProviderSettings,
  isClearAllowed: boolean,
): ProviderIssue[] {
  const issues: ProviderIssue[] = [];
  const isOwnServer = provider === 'libretranslate' || (provider === 'openai' && address !== undefined);
  if (!isOwnServer && apiKey === undefined) issues.push({ field: 'apiKey', issue: 'needed' });
  if (provider === 'openai' && model === undefined) issues.push({ field: 'model', issue: 'needed' });
  if (provider !== 'openai' && model !== undefined) issues.push({ field: 'model', issue: 'without' });
  if (provider === 'libretranslate' && address === undefined) issues.push({ field: 'url', issue: 'needed' });
  if (address?.startsWith('http:') && !isClearAllowed) issues.push({ field: 'url', issue: 'clear' });
  return issues;
}

const URLS: Readonly<Partial<Record<MachineProviderName, string>>> = {
  google: 'https://translation.googleapis.com',
  azure: 'https://api.cognitive.microsofttranslator.com',
  openai: 'https://api.openai.com/v1',
};

/** Returns the address of a provider without issues. The keys of DeepL's free plan end with `:fx`, and have a server of their own. */
export function urlOfProvider({ provider, url: address, apiKey }: MachineProviderSettings): string {
  if (address !== undefined) return address;
  if (provider !== 'deepl') return URLS[provider] ?? '';
  return apiKey?.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}

const parseUrl = url('https:', 'http:');

/** Parses the address of a provider. */
export function providerUrl(value: string): string {
  const { username, password, search, hash } = new URL(parseUrl(value));
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw new InvalidValue('must be an address without a user, a query and a fragment, like https://mt.example.com/v1');
  }
  return value.replace(/\/+$/, '');
}

/** Rule of the API keys of providers. */
export const PROVIDER_KEY = 'must be 1 to 1,000 printable ASCII characters without spaces';
export const isProviderKey = (value: string): boolean => /^[\x21-\x7e]{1,1000}$/.test(value);

/** Parses the API key of a provider. The value is never repeated: it is secret. */
export function providerKey(value: string): string {
  if (!isProviderKey(value)) throw new InvalidValue(PROVIDER_KEY);
  return value;
}
