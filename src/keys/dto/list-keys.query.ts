import { CursorField, LanguageField } from '../../common/validation/domain-fields';
import { IntegerField, ListField, Repeatable, StringField } from '../../common/validation/fields';
import { keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';

export class ListKeysQuery {
  @Repeatable()
  @ListField(keyNameRules, {
    optional: true,
    max: 100,
    description: 'Keys of exactly this name; repeatable.',
    example: ['home.title'],
  })
  name?: string[];

  @StringField(translationRules, {
    optional: true,
    description: 'Keys with this in their name or in one of their texts, ignoring case in every script.',
    example: 'welcome',
  })
  search?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'Keys of this namespace; `namespace=` is that of names without a dot.',
    example: 'home',
  })
  namespace?: string;

  @LanguageField({ optional: true, description: 'Keys without a text in this language.', example: 'de' })
  untranslated?: string;

  @IntegerField(1, 1_000, { optional: true, description: 'Keys a page; 100 unless told.', example: 100 })
  limit?: number;

  @CursorField()
  cursor?: string;
}
