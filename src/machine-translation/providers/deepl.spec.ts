import type { ProviderClient } from '../provider-client';
import { DeepL } from './deepl';

it.each([
  ['no', 'en', 'NB', 'EN-US'],
  ['nb-NO', 'no', 'NB', 'NB'],
  ['en-GB', 'en-GB', 'EN', 'EN-GB'],
  ['pt-BR', 'pt', 'PT', 'PT-PT'],
  ['zh-TW', 'zh-TW', 'ZH', 'ZH-HANT'],
])('DeepL translates from %s to %s by its names %s and %s', async (source, target, from, to) => {
  const bodies: unknown[] = [];
  const client: Pick<ProviderClient, 'post'> = {
    post: (_url, _headers, body) => {
      bodies.push(body);
      return Promise.resolve({ translations: [{ text: '' }] });
    },
  };
  await new DeepL(client, '', '').translate({ source, target, texts: [''] });
  expect(bodies).toMatchObject([{ source_lang: from, target_lang: to }]);
});
