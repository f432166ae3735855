import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { TRANSLATION_STATES, type TranslationState } from '../../common/translation-state';
import { LanguageField, LanguageQuery, TagQuery } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField, ListField, Repeatable, StringField } from '../../common/validation/fields';
import {
  idRule,
  keyNameRules,
  namespaceRules,
  type TextRule,
  translationRules,
} from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { ASSIGNMENT_TASKS, type AssignmentTask } from '../assignment-task';

/** A member by its id, or the person who calls. */
const assigneeRule: TextRule = {
  ...idRule,
  isValid: (value) => value === 'me' || idRule.isValid(value),
  detail: 'must be me, or the id of a member',
};

export const AssigneeField = (description: string): PropertyDecorator =>
  StringField([assigneeRule], { optional: true, description, example: 'me' });

/** The fields that select keys of a project: of the list of keys, and of a bulk change. A key is selected only if it matches all of them. */
export class KeyFilterFields {
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

  @LanguageField({
    optional: true,
    description:
      'Only keys that need work in this language: without a text, or with a text that is a draft, is outdated, or has a finding that is not ignored.',
    example: 'de',
  })
  needsWork?: string;

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

  @BooleanField({
    optional: true,
    description:
      'Only keys with an open discussion (`true`), about the key or a text in one of the languages of `language`, or in any. ' +
      '`false` is the same as no filter.',
    example: true,
  })
  openComments?: boolean;

  @AssigneeField(
    'Only keys to which this member is assigned: the id of a member, or `me`, which needs the session of a person. With `untranslated` or ' +
      '`needsWork`, in this language; otherwise in one of the languages of `language`, or in any.',
  )
  assignee?: string;

  @ChoiceField(ASSIGNMENT_TASKS, {
    enumName: 'AssignmentTask',
    optional: true,
    description:
      'Only keys to which the member of `assignee` is assigned for this task: to `translate` them, or to `review` them. Default: for any.',
    example: 'review',
  })
  task?: AssignmentTask;

  @LanguageQuery({
    optional: true,
    max: MAX_LANGUAGES,
    description:
      'The languages of `include`, `state`, `outdated`, `check`, `openComments` and `assignee`: repeated, or separated by commas.',
    example: ['de'],
  })
  language?: string[];
}
