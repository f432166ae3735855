import { displayName } from '../../common/validation/text-rules';
import { LanguageField, LanguageListField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import type { CrossFieldRules } from '../../common/validation/validation.pipe';
import type { FieldError } from '../../common/errors/catalogue';
import { MAX_LANGUAGES } from '../project-errors';

export class CreateProjectDto implements CrossFieldRules {
  @StringField(displayName, { description: '1 to 200 characters, no control characters.', example: 'Web shop' })
  name!: string;

  @LanguageField({ description: 'BCP 47; `pt_br` is taken as `pt-BR`.', example: 'en' })
  sourceLanguage!: string;

  @LanguageListField({
    optional: true,
    max: MAX_LANGUAGES - 1,
    description: 'The languages to translate into.',
    example: ['de', 'pt-BR'],
  })
  targetLanguages?: string[];

  fieldErrors(): FieldError[] {
    return this.targetLanguages?.includes(this.sourceLanguage)
      ? [{ pointer: '/targetLanguages', code: 'not_allowed', detail: 'the source language is no target language' }]
      : [];
  }
}
