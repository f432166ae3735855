import { CrossField } from '../../common/validation/constraint';
import { StringField } from '../../common/validation/fields';
import { descriptionRules, keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { type SentTexts, TranslationsField } from './translations.field';

/** Changes of a key. Absent fields stay as they are. */
@CrossField<UpdateKeyDto>({
  code: 'required',
  isValid: (key) => key.changesKey() || key.changesTexts(),
  detail: 'at least one field to change',
})
export class UpdateKeyDto {
  @StringField(keyNameRules, { optional: true, description: 'The new name.', example: 'home.headline' })
  name?: string;

  @StringField(namespaceRules, {
    optional: true,
    description:
      'Without `name`: replaces the part of the name before the first dot. With `name`: the same as for a new key.',
    example: 'home',
  })
  namespace?: string;

  @StringField(translationRules, { optional: true, description: 'The new source text.', example: 'Welcome' })
  value?: string;

  @StringField(descriptionRules, {
    optional: true,
    nullable: true,
    description: 'A description for translators; `null` removes it.',
    example: 'Headline of the start page',
  })
  description?: string | null;

  @TranslationsField({ nullable: true })
  translations?: SentTexts;

  /** Whether the name, the namespace or the description is to be changed. */
  changesKey(): boolean {
    return this.name !== undefined || this.namespace !== undefined || this.description !== undefined;
  }

  /** Whether a text is to be changed. */
  changesTexts(): boolean {
    return this.value !== undefined || this.translations !== undefined;
  }
}
