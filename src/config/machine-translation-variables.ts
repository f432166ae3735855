import type { Environment } from './environment';
import { InvalidValue, oneOf, url, wholeNumber } from './parse-values';

export const MACHINE_PROVIDERS = ['deepl', 'google', 'azure', 'libretranslate', 'openai'] as const;
export type MachineProviderName = (typeof MACHINE_PROVIDERS)[number];

/** The provider of machine translation. */
export interface MachineTranslationSettings {
  provider: MachineProviderName;
  /** Without a slash at its end. */
  url: string;
  apiKey?: string;
  /** The model of a chat endpoint. */
  model?: string;
  /** Whether the provider may be at a private, loopback or link-local address. */
  privateAddresses: boolean;
  /** Characters that one organization may have translated in a month. */
  charactersPerMonth: number;
}

const DEFAULT_CHARACTERS = 1_000_000;
const MAX_CHARACTERS = 1_000_000_000_000;

const URLS: Readonly<Partial<Record<MachineProviderName, string>>> = {
  google: 'https://translation.googleapis.com',
  azure: 'https://api.cognitive.microsofttranslator.com',
  openai: 'https://api.openai.com/v1',
};

/** Reads the settings of machine translation. @returns undefined if there is no provider */
export function readMachineTranslation(env: Environment): MachineTranslationSettings | undefined {
  const provider = env.read('MT_PROVIDER', oneOf(MACHINE_PROVIDERS));
  const address = env.read('MT_URL', providerUrl);
  const apiKey = env.readSecret('MT_API_KEY', headerValue);
  const model = env.read('MT_MODEL', String);
  const privateAddresses = env.read('MT_PRIVATE_ADDRESSES', oneOf(['true', 'false'])) === 'true';
  const charactersPerMonth = env.read('MT_CHARACTERS_PER_MONTH', wholeNumber(1, MAX_CHARACTERS)) ?? DEFAULT_CHARACTERS;
  if (!env.has('MT_PROVIDER')) {
    // A container file sets the last two to their defaults.
    const set = {
      MT_URL: address,
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
  const isOwnServer = provider === 'libretranslate' || (provider === 'openai' && env.has('MT_URL'));
  if (!isOwnServer && !env.has('MT_API_KEY')) env.addProblem(`MT_PROVIDER=${provider} needs MT_API_KEY`);
  if ((provider === 'openai') !== env.has('MT_MODEL')) {
    env.addProblem(`MT_PROVIDER=${provider} ${provider === 'openai' ? 'needs MT_MODEL' : 'has no MT_MODEL'}`);
  }
  if (provider === 'libretranslate' && !env.has('MT_URL')) env.addProblem('MT_PROVIDER=libretranslate needs MT_URL');
  if (address?.startsWith('http:') && !privateAddresses) {
    env.addProblem(
      'MT_URL must begin with https://, or MT_PRIVATE_ADDRESSES must be true: texts would be sent in the clear',
    );
  }
  const found = address ?? (provider === 'deepl' ? deeplUrl(apiKey) : URLS[provider]);
  return found === undefined
    ? undefined
    : { provider, url: found, apiKey, model, privateAddresses, charactersPerMonth };
}

/** The keys of DeepL's free plan end with `:fx`, and have a server of their own. */
const deeplUrl = (apiKey: string | undefined): string =>
  apiKey?.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';

const parseUrl = url('https:', 'http:');

function providerUrl(value: string): string {
  const { username, password, search, hash } = new URL(parseUrl(value));
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw new InvalidValue('must be an address without a user, a query and a fragment, like https://mt.example.com/v1');
  }
  return value.replace(/\/+$/, '');
}

/** The value is never repeated: it is secret. */
function headerValue(value: string): string {
  if (!/^[\x21-\x7e]{1,1000}$/.test(value)) throw new InvalidValue('must be printable ASCII characters without spaces');
  return value;
}
