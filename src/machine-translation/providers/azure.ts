import type { ProviderClient } from '../provider-client';
import { arrayOf, memberOf, stringOf } from './read-answer';
import type { MachineProvider, ProviderRequest } from './provider';
import { codeOfScript } from './target-script';

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
      to: targetOf(target),
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
/** Codes with a script. */
const SCRIPTS: ReadonlySet<string> = new Set([
  ...['zh-Hans', 'zh-Hant', 'sr-Cyrl', 'sr-Latn', 'mn-Cyrl', 'mn-Mong', 'iu-Latn', 'tlh-Latn', 'tlh-Piqd'],
]);
/** Azure means Central Kurdish, in Arabic letters. */
const KURDISH = 'ku';

function targetOf(tag: string): string {
  const code = languageOf(tag);
  return code === KURDISH ? code : codeOfScript(tag, code);
}

function languageOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag);
  const { script = 'Latn' } = new Intl.Locale(tag).maximize();
  const written = `${language}-${script}`;
  if (SCRIPTS.has(written)) return written;
  if (language === KURDISH) return script === 'Latn' ? 'kmr' : KURDISH;
  if (language === 'no' || language === 'nn') return 'nb';
  const variant = `${language}-${region ?? ''}`;
  return VARIANTS.has(variant) ? variant.toLowerCase() : language;
}
