import type { ProviderClient } from '../provider-client';
import { arrayOf, memberOf, stringOf } from './read-answer';
import type { MachineProvider, ProviderRequest } from './provider';
import { codeOfScript } from './target-script';

/** DeepL, API version 2: https://developers.deepl.com/docs/api-reference/translate */
export class DeepL implements MachineProvider {
  readonly markup = 'xml';
  readonly textsPerRequest = 50;
  readonly isLanguageModel = false;

  constructor(
    private readonly client: Pick<ProviderClient, 'post'>,
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async translate({ source, target, texts }: ProviderRequest): Promise<readonly string[]> {
    const answer = await this.client.post(
      `${this.url}/v2/translate`,
      { authorization: `DeepL-Auth-Key ${this.apiKey}` },
      {
        text: texts,
        source_lang: nameOf(source),
        target_lang: codeOfScript(target, targetOf(target)),
        tag_handling: 'xml',
        tag_handling_version: 'v2',
        ignore_tags: ['x'],
        outline_detection: false,
      },
    );
    return arrayOf(memberOf(answer, 'translations'), texts.length).map((each) => stringOf(memberOf(each, 'text')));
  }
}

/** The variant for a tag that names none, by the languages of which DeepL has variants. */
const VARIANTS = new Map([
  ['EN', 'EN-US'],
  ['PT', 'PT-PT'],
]);
const REGIONS: ReadonlySet<string> = new Set(['EN-GB', 'EN-US', 'PT-BR', 'PT-PT', 'ES-419']);

/** Returns the name of a language without its variants. DeepL knows Norwegian as Bokmål. */
function nameOf(tag: string): string {
  const name = new Intl.Locale(tag).language.toUpperCase();
  return name === 'NO' ? 'NB' : name;
}

function targetOf(tag: string): string {
  const { region } = new Intl.Locale(tag);
  const name = nameOf(tag);
  if (name === 'ZH') return new Intl.Locale(tag).maximize().script === 'Hant' ? 'ZH-HANT' : 'ZH-HANS';
  const variant = `${name}-${region ?? ''}`;
  return REGIONS.has(variant) ? variant : (VARIANTS.get(name) ?? name);
}
