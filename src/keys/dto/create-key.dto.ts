import { StringField } from '../../common/validation/fields';
import { descriptionRules, keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { type SentTexts, TranslationsField } from './translations.field';

export class CreateKeyDto {
  @StringField(keyNameRules, {
    description: '1 to 8,192 bytes of UTF-8; the part before the first dot is the namespace. Unique in the project.',
    example: 'home.title',
  })
  name!: string;

  @StringField(translationRules, {
    optional: true,
    description: 'The source text. May be left out when `translations` has the source language.',
    example: 'Welcome',
  })
  value?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'A name without a dot gets it as its prefix; a name in another namespace is refused.',
    example: 'home',
  })
  namespace?: string;

  @StringField(descriptionRules, {
    optional: true,
    nullable: true,
    description: 'For translators.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TranslationsField({ nullable: false })
  translations?: SentTexts;
}
