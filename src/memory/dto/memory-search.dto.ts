import { LanguageField } from '../../common/validation/domain-fields';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { ListField, StringField } from '../../common/validation/fields';
import { translationRules } from '../../common/validation/text-rules';

const MAX_TEXTS = 100;

/** Texts for which translations are looked for: `source`, `texts`, or both. */
export class MemorySearchDto {
  @LanguageField({ description: 'The language of the texts.', example: 'en' })
  from!: string;

  @LanguageField({ description: 'The language into which they are translated.', example: 'de' })
  to!: string;

  @StringField(translationRules, {
    optional: true,
    description: 'A text. Its result comes before the results of `texts`. Required without `texts`.',
    example: 'Delete 3 files',
  })
  source?: string;

  @ListField(translationRules, {
    optional: true,
    min: 1,
    max: MAX_TEXTS,
    description: 'The texts, each of them once. Required without `source`.',
    example: ['Save all changes'],
  })
  texts?: string[];

  /** Returns the texts in the order of their results. @throws ValidationFailedError if there is none */
  static textsOf({ source, texts = [] }: MemorySearchDto): string[] {
    const all = source === undefined ? texts : [source, ...texts];
    if (all.length === 0) {
      throw new ValidationFailedError([{ pointer: '/texts', code: 'required', detail: 'is required without source' }]);
    }
    return all;
  }
}
