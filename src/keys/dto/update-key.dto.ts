import type { FieldError } from '../../common/errors/catalogue';
import { StringField } from '../../common/validation/fields';
import { description, keyName, namespace, text } from '../../common/validation/text-rules';
import type { CrossFieldRules } from '../../common/validation/validation.pipe';
import { flawsOfTexts, type SentTexts, TextsField } from './texts.field';

/** What is absent stays. */
export class UpdateKeyDto implements CrossFieldRules {
  @StringField(keyName, { optional: true, description: 'A new name.', example: 'home.headline' })
  name?: string;

  @StringField(namespace, {
    optional: true,
    description: 'Alone: replaces the part of the name before the first dot. With `name`: as for a new key.',
    example: 'home',
  })
  namespace?: string;

  @StringField(text, { optional: true, description: 'The source text.', example: 'Welcome' })
  value?: string;

  @StringField(description, {
    optional: true,
    nullable: true,
    description: 'For translators; `null` removes it.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TextsField({ nullable: true })
  translations?: SentTexts;

  fieldErrors(): FieldError[] {
    if (!this.changesKey() && !this.changesTexts()) {
      return [{ pointer: '', code: 'required', detail: 'at least one field to change' }];
    }
    return flawsOfTexts(this.translations, true);
  }

  changesKey(): boolean {
    return this.name !== undefined || this.namespace !== undefined || this.description !== undefined;
  }

  changesTexts(): boolean {
    return this.value !== undefined || this.translations !== undefined;
  }
}
