import type { FieldError } from '../../common/errors/catalogue';
import { StringField } from '../../common/validation/fields';
import { description, keyName, namespace, text } from '../../common/validation/text-rules';
import type { CrossFieldRules } from '../../common/validation/validation.pipe';
import { flawsOfTexts, type SentTexts, TextsField } from './texts.field';

export class CreateKeyDto implements CrossFieldRules {
  @StringField(keyName, {
    description: '1 to 8,192 bytes of UTF-8; the part before the first dot is the namespace. Unique in the project.',
    example: 'home.title',
  })
  name!: string;

  @StringField(text, {
    optional: true,
    description: 'The source text. May be left out when `translations` has the source language.',
    example: 'Welcome',
  })
  value?: string;

  @StringField(namespace, {
    optional: true,
    description: 'A name without a dot gets it as its prefix; a name in another namespace is refused.',
    example: 'home',
  })
  namespace?: string;

  @StringField(description, {
    optional: true,
    nullable: true,
    description: 'For translators.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TextsField({ nullable: false })
  translations?: SentTexts;

  fieldErrors(): FieldError[] {
    return flawsOfTexts(this.translations, false);
  }
}
