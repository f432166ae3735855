import { LanguageQuery } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { namespaceRules } from '../../common/validation/text-rules';
import { MinRevisionField, RevisionField } from '../../projects/dto/min-revision.query';
import { MAX_LANGUAGES } from '../../projects/project-errors';
import { LanguageFallbackField } from './language-fallback.field';

export class TranslationsQuery {
  @LanguageQuery({
    optional: true,
    max: MAX_LANGUAGES,
    description: 'Only these languages: repeated, or separated by commas. Default: all.',
    example: ['de'],
  })
  language?: string[];

  @LanguageFallbackField()
  languageFallback = false;

  @StringField(namespaceRules, { optional: true, description: 'Only keys in this namespace.', example: 'home' })
  namespace?: string;

  @RevisionField()
  revision?: number;

  @MinRevisionField()
  minRevision?: number;
}
