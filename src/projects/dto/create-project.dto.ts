import { CrossField } from '../../common/validation/constraint';
import { LanguageField, LanguageListField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { displayNameRules } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../project-write/project-errors';

@CrossField<CreateProjectDto>({
  field: 'targetLanguages',
  code: 'not_allowed',
  isValid: ({ sourceLanguage, targetLanguages }) => !targetLanguages?.includes(sourceLanguage),
  detail: 'must not contain the source language',
})
export class CreateProjectDto {
  @StringField(displayNameRules, {
    description: 'The name: 1 to 200 characters, no control characters.',
    example: 'Web shop',
  })
  name!: string;

  @LanguageField({ description: 'The source language: a BCP 47 tag. `pt_br` is read as `pt-BR`.', example: 'en' })
  sourceLanguage!: string;

  @LanguageListField({
    optional: true,
    max: MAX_LANGUAGES - 1,
    description: 'The languages to translate into.',
    example: ['de', 'pt-BR'],
  })
  targetLanguages?: string[];
}
