import type { ProviderClient } from '../provider-client';
import { arrayOf, memberOf, stringOf } from './read-answer';
import type { MachineProvider, ProviderRequest } from './provider';
import { codeOfScript } from './target-script';

/** LibreTranslate: https://docs.libretranslate.com/guides/api_usage/ */
export class LibreTranslate implements MachineProvider {
  readonly markup = 'html';
  readonly textsPerRequest = 50;
  readonly isLanguageModel = false;

  constructor(
    private readonly client: Pick<ProviderClient, 'post'>,
    private readonly url: string,
    private readonly apiKey: string | undefined,
  ) {}

  async translate({ source, target, texts }: ProviderRequest): Promise<readonly string[]> {
    const answer = await this.client.post(
      `${this.url}/translate`,
      {},
      {
        q: texts,
        source: languageOf(source),
        target: codeOfScript(target, languageOf(target)),
        format: 'html',
        ...(this.apiKey !== undefined && { api_key: this.apiKey }),
      },
    );
    return arrayOf(memberOf(answer, 'translatedText'), texts.length).map(stringOf);
  }
}

function languageOf(tag: string): string {
  const { language, region, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-Hant' : 'zh-Hans';
  if (language === 'no' || language === 'nn') return 'nb';
  return language === 'pt' && region === 'BR' && tag.includes('-') ? 'pt-BR' : language;
}
