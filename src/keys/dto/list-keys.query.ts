import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { CrossField } from '../../common/validation/constraint';
import { LanguageField, LanguageQuery, TagQuery } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, ListField, Repeatable, StringField } from '../../common/validation/fields';
import { keyNameRules, namespaceRules, translationRules } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { ProjectPageQuery } from '../../projects/dto/project-page.query';
import { KEY_ORDERS, type KeyOrder } from '../key-order';

@CrossField<ListKeysQuery>({
  field: 'language',
  code: 'not_allowed',
  isValid: ({ language, include, state, outdated, check }) =>
    !language || (include ?? state ?? outdated ?? check) !== undefined,
  detail: 'needs include, state, outdated or check',
})
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

  @TagQuery('Only keys with this tag. With several (repeated or separated by commas), only keys with all of them.')
  tag?: string[];

  @ChoiceField(TRANSLATION_STATES, {
    enumName: 'TranslationState',
    optional: true,
    description:
      'Only keys with a text in this state, in one of the languages of `language`, or in any target language.',
    example: 'draft',
  })
  state?: TranslationState;

  @BooleanField({
    optional: true,
    description:
      'Only keys with an outdated text (`true`), in one of the languages of `language`, or in any target language. `false` is the same as no filter.',
    example: true,
  })
  outdated?: boolean;

  @ChoiceField(['any', ...CHECK_CODES], {
    optional: true,
    description:
      'Only keys with a finding of this check that is not ignored, or of any check (`any`), in one of the languages of `language`, or in any language.',
    example: 'placeholder_missing',
  })
  check?: CheckCode | 'any';

  @ChoiceField(['translations'], {
    optional: true,
    description:
      'Whether the keys have `translations`, `states`, `outdated` and `checks`, of the languages of `language` or of all.',
    example: 'translations',
  })
  include?: 'translations';

  @LanguageQuery({
    optional: true,
    max: MAX_LANGUAGES,
    description: 'The languages of `include`, `state`, `outdated` and `check`: repeated, or separated by commas.',
    example: ['de'],
  })
  language?: string[];

  @ChoiceField(KEY_ORDERS, {
    optional: true,
    description:
      'The order: by name, in the order of code points (`name`, the default), or the key that was changed last first (`-updatedAt`), with its texts.',
    example: 'name',
  })
  sort: KeyOrder = 'name';

  @BooleanField({
    optional: true,
    description: 'Whether the response has `total`, the number of keys on all pages. Default: false.',
    example: false,
  })
  total = false;
}
