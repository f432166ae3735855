import { EXAMPLE_IDS } from '../../common/example-ids';
import { CrossField } from '../../common/validation/constraint';
import { LanguageListField } from '../../common/validation/domain-fields';
import { ChoiceField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { ASSIGNMENT_TASKS, type AssignmentTask, DEFAULT_TASK } from '../../keys/assignment-task';
import { KeyIdsField } from '../../keys/dto/key-set.fields';
import { MAX_LANGUAGES } from '../../project-write/project-errors';

/** A member, and what the member is to translate or review. */
@CrossField<AssignDto>({
  code: 'required',
  isValid: ({ languages, keyIds }) => languages !== undefined || keyIds !== undefined,
  detail: 'at least one of languages, keyIds',
})
export class AssignDto {
  @StringField([idRule], { format: 'uuid', description: 'The id of the member.', example: EXAMPLE_IDS.member })
  memberId!: string;

  @ChoiceField(ASSIGNMENT_TASKS, {
    enumName: 'AssignmentTask',
    optional: true,
    description:
      'What the member is to do: to `translate` the keys, or to `review` their texts, which needs a role with `translations:review`. Default: `translate`.',
    example: 'review',
  })
  task: AssignmentTask = DEFAULT_TASK;

  @LanguageListField({
    optional: true,
    min: 1,
    max: MAX_LANGUAGES,
    description: 'The languages. Default: the target languages in which the member writes.',
    example: ['de'],
  })
  languages?: string[];

  @KeyIdsField('The ids of the keys. Default: all keys, and keys that are added later.')
  keyIds?: string[];
}
