import { LanguageQuery } from '../../common/validation/domain-fields';
import { IntegerField, StringField } from '../../common/validation/fields';
import { namespaceRules } from '../../common/validation/text-rules';
import { MinRevisionField, RevisionField } from '../../projects/dto/min-revision.query';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
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

  @IntegerField(0, Number.MAX_SAFE_INTEGER, {
    optional: true,
    description:
      'An earlier revision: the response has only what differs from it. A revision that the project has not reached is a 400 ' +
      '`unknown_revision`, one that the history no longer has a 400 `revision_pruned`.',
    example: 56,
  })
  since?: number;

  @RevisionField()
  revision?: number;

  @MinRevisionField()
  minRevision?: number;
}
