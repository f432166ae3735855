import type { ProviderClient } from '../provider-client';
import { arrayOf, memberOf, stringOf } from './read-answer';
import type { MachineProvider, ProviderRequest } from './provider';

/** Azure AI Translator, version 3: https://learn.microsoft.com/azure/ai-services/translator/text-translation/reference/v3/translate */
export class Azure implements MachineProvider {
  readonly markup = 'html';
  readonly textsPerRequest = 100;
  readonly isLanguageModel = false;

  constructor(
    private readonly client: Pick<ProviderClient, 'post'>,
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async translate({ source, target, texts }: ProviderRequest): Promise<readonly string[]> {
    const query = new URLSearchParams({
      'api-version': '3.0',
      from: languageOf(source),
      to: languageOf(target),
      textType: 'html',
    });
    const answer = await this.client.post(
      `${this.url}/translate?${query.toString()}`,
      { 'ocp-apim-subscription-key': this.apiKey },
      texts.map((text) => ({ Text: text })),
    );
    return arrayOf(answer, texts.length).map((each) =>
      stringOf(memberOf(arrayOf(memberOf(each, 'translations'), 1)[0], 'text')),
    );
  }
}

const VARIANTS: ReadonlySet<string> = new Set(['pt-PT', 'fr-CA', 'en-GB', 'es-MX']);
const SCRIPTS: ReadonlySet<string> = new Set(['zh', 'sr', 'mn', 'iu', 'tlh']);

function languageOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag);
  if (SCRIPTS.has(language)) return `${language}-${new Intl.Locale(tag).maximize().script ?? ''}`;
  if (language === 'no' || language === 'nn') return 'nb';
  const variant = `${language}-${region ?? ''}`;
  return VARIANTS.has(variant) ? variant.toLowerCase() : language;
}
