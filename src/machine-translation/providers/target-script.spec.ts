import { ProviderError } from '../machine-failure';
import type { ProviderClient } from '../provider-client';
import { Azure } from './azure';
import { DeepL } from './deepl';
import { Google } from './google';
import { LibreTranslate } from './libre-translate';
import type { MachineProvider } from './provider';

type Client = Pick<ProviderClient, 'post'>;
const PROVIDERS: Record<string, (client: Client) => MachineProvider> = {
  google: (client) => new Google(client, '', ''),
  deepl: (client) => new DeepL(client, '', ''),
  azure: (client) => new Azure(client, 'https://azure', ''),
  libretranslate: (client) => new LibreTranslate(client, '', undefined),
};

/** Returns the code of the target language that a provider is sent; undefined if it is sent nothing. */
async function sentTarget(provider: string, target: string, source = 'en'): Promise<string | null | undefined> {
  let sent: string | null | undefined;
  const client: Client = {
    post: (url, _headers, body) => {
      const { target, target_lang } = body as { target?: string; target_lang?: string };
      sent = target ?? target_lang ?? new URL(url).searchParams.get('to');
      return Promise.reject(new ProviderError('failed'));
    },
  };
  const asked = PROVIDERS[provider]?.(client).translate({ source, target, texts: [''] });
  await expect(asked).rejects.toMatchObject({ failure: sent === undefined ? 'refused' : 'failed' });
  return sent;
}

describe('a provider', () => {
  it.each([
    ['google', 'sr', 'sr'],
    ['google', 'sr-Cyrl', 'sr'],
    ['google', 'uz-Latn', 'uz'],
    ['google', 'pa-Arab', 'pa-Arab'],
    ['google', 'pa-PK', 'pa-Arab'],
    ['google', 'ms-Arab', 'ms-Arab'],
    ['google', 'mni-Mtei', 'mni-Mtei'],
    ['google', 'zh-Hant', 'zh-TW'],
    ['google', 'zh-SG', 'zh-CN'],
    ['google', 'nn', 'no'],
    ['google', 'tlh', 'tlh'],
    ['deepl', 'sr', 'SR'],
    ['deepl', 'zh-HK', 'ZH-HANT'],
    ['deepl', 'es-419', 'ES-419'],
    ['azure', 'sr', 'sr-Cyrl'],
    ['azure', 'sr-Latn', 'sr-Latn'],
    ['azure', 'sr-ME', 'sr-Latn'],
    ['azure', 'mn', 'mn-Cyrl'],
    ['azure', 'mn-Mong', 'mn-Mong'],
    ['azure', 'iu', 'iu'],
    ['azure', 'iu-Latn', 'iu-Latn'],
    ['azure', 'tlh', 'tlh-Latn'],
    ['azure', 'tlh-Piqd', 'tlh-Piqd'],
    ['azure', 'ku', 'kmr'],
    ['azure', 'ku-Arab', 'ku'],
    ['azure', 'zh-TW', 'zh-Hant'],
    ['libretranslate', 'zh-TW', 'zh-Hant'],
    ['libretranslate', 'az', 'az'],
  ])('of %s is asked for %s as %s', async (provider, target, code) => {
    expect(await sentTarget(provider, target)).toBe(code);
  });

  it.each([
    ['google', 'sr-Latn'],
    ['google', 'sr-ME'],
    ['google', 'uz-Cyrl'],
    ['google', 'zh-Latn'],
    ['google', 'hi-Latn'],
    ['deepl', 'sr-Latn'],
    ['deepl', 'uz-Cyrl'],
    ['deepl', 'pa-Arab'],
    ['deepl', 'zh-Latn'],
    ['azure', 'uz-Cyrl'],
    ['azure', 'pa-Arab'],
    ['azure', 'zh-Latn'],
    ['libretranslate', 'sr-Latn'],
    ['libretranslate', 'az-Cyrl'],
    ['libretranslate', 'zh-Latn'],
  ])('of %s is not asked for %s, whose script it does not write', async (provider, target) => {
    expect(await sentTarget(provider, target)).toBeUndefined();
  });

  it.each(Object.keys(PROVIDERS))('of %s reads a source language in any script', async (provider) => {
    expect(await sentTarget(provider, 'fr', 'uz-Cyrl')).toEqual(expect.stringMatching(/^fr$/i));
  });
});
