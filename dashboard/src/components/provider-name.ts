import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';

type Provider = NonNullable<Schemas['MachineTranslation']['provider']>;

/** Names of products, which are not translated. */
const PRODUCTS: Readonly<Record<Exclude<Provider, 'openai'>, string>> = {
  deepl: 'DeepL',
  google: 'Google Translate',
  azure: 'Azure Translator',
  libretranslate: 'LibreTranslate',
};

/** All providers, with the names of products. */
export const PROVIDERS: readonly { id: Provider; name?: string }[] = [
  ...Object.entries(PRODUCTS).map(([id, name]) => ({ id: id as Provider, name })),
  { id: 'openai' },
];

/** Returns the name of a provider of machine translation; undefined if there is none. */
export function useProviderName(provider: Provider | null | undefined): string | undefined {
  const { t } = useTranslation();
  if (!provider) return undefined;
  return provider === 'openai' ? t('panel.languageModel') : PRODUCTS[provider];
}
