import { CursorField, LanguageField } from '../../common/validation/domain-fields';
import { IntegerField, ListField, Repeatable, StringField } from '../../common/validation/fields';
import { keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { MinRevisionField } from '../../projects/dto/min-revision.query';

export class ListKeysQuery {
  @Repeatable()
  @ListField(keyNameRules, {
    optional: true,
    max: 100,
    description: 'Only keys with exactly this name. The parameter can be repeated.',
    example: ['home.title'],
  })
  name?: string[];

  @StringField(translationRules, {
    optional: true,
    description: 'Only keys whose name, or one of whose texts, contains this text. Case is ignored in every script.',
    example: 'welcome',
  })
  search?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'Only keys in this namespace. An empty value selects names without a dot.',
    example: 'home',
  })
  namespace?: string;

  @LanguageField({ optional: true, description: 'Only keys without a text in this language.', example: 'de' })
  untranslated?: string;

  @IntegerField(1, 1_000, { optional: true, description: 'The number of keys per page. Default: 100.', example: 100 })
  limit?: number;

  @CursorField()
  cursor?: string;

  @MinRevisionField()
  minRevision?: number;
}
