import { StringField } from '../../common/validation/fields';
import { descriptionRules, keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { MaxLengthField, TagsField } from './label.fields';
import { type SentStates, StatesField } from './states.field';
import { type SentTexts, TranslationsField } from './translations.field';

/** A key to create. */
export class CreateKeyDto {
  @StringField(keyNameRules, {
    description:
      '1 to 8,192 bytes of UTF-8, unique in the project. The part before the first dot is the namespace of the key.',
    example: 'home.title',
  })
  name!: string;

  @StringField(translationRules, {
    optional: true,
    description:
      'The source text. Required unless `translations` contains the source language, or the caller cannot write it.',
    example: 'Welcome',
  })
  value?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'Prefixed to a name without a dot. A name in another namespace is refused.',
    example: 'home',
  })
  namespace?: string;

  @StringField(descriptionRules, {
    optional: true,
    nullable: true,
    description: 'A description for translators.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TagsField('Tags, each of them once: up to 50, each 1 to 100 characters without commas.')
  tags?: string[];

  @MaxLengthField()
  maxLength?: number | null;

  @TranslationsField({ nullable: false })
  translations?: SentTexts;

  @StatesField()
  states?: SentStates;
}
