import { LanguageField } from '../../common/validation/domain-fields';
import { ListField } from '../../common/validation/fields';
import { translationRules } from '../../common/validation/text-rules';

const MAX_TEXTS = 100;

/** Texts for which translations are looked for. */
export class MemorySearchDto {
  @LanguageField({ description: 'The language of the texts.', example: 'en' })
  from!: string;

  @LanguageField({ description: 'The language into which they are translated.', example: 'de' })
  to!: string;

  @ListField(translationRules, {
    min: 1,
    max: MAX_TEXTS,
    description: 'The texts, each of them once.',
    example: ['Delete 3 files'],
  })
  texts!: string[];
}
