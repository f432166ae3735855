import type { ProviderClient } from '../provider-client';
import { arrayOf, memberOf, stringOf } from './read-answer';
import type { MachineProvider, ProviderRequest } from './provider';
import { codeOfScript } from './target-script';

/** Google Cloud Translation, Basic (v2): https://cloud.google.com/translate/docs/reference/rest/v2/translate */
export class Google implements MachineProvider {
  readonly markup = 'html';
  readonly textsPerRequest = 100;
  readonly isLanguageModel = false;

  constructor(
    private readonly client: Pick<ProviderClient, 'post'>,
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async translate({ source, target, texts }: ProviderRequest): Promise<readonly string[]> {
    const answer = await this.client.post(
      `${this.url}/language/translate/v2`,
      // Proxies write addresses to their logs: the key is not in the address.
      { 'x-goog-api-key': this.apiKey },
      { q: texts, source: languageOf(source), target: codeOfScript(target, languageOf(target)), format: 'html' },
    );
    return arrayOf(memberOf(memberOf(answer, 'data'), 'translations'), texts.length).map((each) =>
      stringOf(memberOf(each, 'translatedText')),
    );
  }
}

/** Variants that Google has. It has one variant of any other language. */
const VARIANTS: ReadonlySet<string> = new Set(['pt-BR', 'pt-PT', 'fr-CA', 'fr-FR']);
/** Languages with a script that Google has beside another script of the language, or alone. */
const SCRIPTS: ReadonlySet<string> = new Set(['mni-Mtei', 'ms-Arab', 'pa-Arab']);

function languageOf(tag: string): string {
  const { language, region, script } = new Intl.Locale(tag).maximize();
  const written = `${language}-${script ?? ''}`;
  if (SCRIPTS.has(written)) return written;
  if (language === 'zh') return script === 'Hant' ? 'zh-TW' : 'zh-CN';
  if (language === 'nb' || language === 'nn') return 'no';
  const variant = `${language}-${region ?? ''}`;
  return VARIANTS.has(variant) && tag.includes('-') ? variant : language;
}
