import { LanguageField } from '../../common/validation/domain-fields';
import { ListField, Repeatable, StringField } from '../../common/validation/fields';
import { keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { ProjectPageQuery } from '../../projects/dto/project-page.query';

export class ListKeysQuery extends ProjectPageQuery {
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
}
