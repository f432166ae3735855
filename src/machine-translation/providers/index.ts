import { type MachineProviderSettings, urlOfProvider } from '../../config/machine-provider';
import type { ProviderClient } from '../provider-client';
import { Azure } from './azure';
import { ChatEndpoint } from './chat-endpoint';
import { DeepL } from './deepl';
import { Google } from './google';
import { LibreTranslate } from './libre-translate';
import type { MachineProvider } from './provider';

export function createProvider(
  settings: MachineProviderSettings,
  client: Pick<ProviderClient, 'post'>,
): MachineProvider {
  const { provider, apiKey, model } = settings;
  const url = urlOfProvider(settings);
  switch (provider) {
    case 'deepl':
      return new DeepL(client, url, apiKey ?? '');
    case 'google':
      return new Google(client, url, apiKey ?? '');
    case 'azure':
      return new Azure(client, url, apiKey ?? '');
    case 'libretranslate':
      return new LibreTranslate(client, url, apiKey);
    case 'openai':
      return new ChatEndpoint(client, url, apiKey, model ?? '');
  }
}
