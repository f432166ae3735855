import { applyDecorators } from '@nestjs/common';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField, LanguageField } from '../../common/validation/domain-fields';
import { IntegerField, ListField, Repeatable } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { AssigneeField } from '../../keys/dto/key-filter.fields';

export class ListAssignmentsQuery {
  @AssigneeField('Only assignments of this member: the id of a member, or `me`, which needs the session of a person.')
  assignee?: string;

  @LanguageField({ optional: true, description: 'Only assignments in this language.', example: 'de' })
  language?: string;

  @IntegerField(1, 100, { optional: true, description: 'Assignments per page. Default: 50.', example: 50 })
  limit = 50;

  @CursorField()
  cursor?: string;
}

export class RemoveAssignmentQuery {
  @applyDecorators(
    Repeatable(),
    ListField([idRule], {
      optional: true,
      min: 1,
      max: 100,
      description:
        'Only this key is taken from the assignment, which ends with its last key. The parameter can be repeated.',
      example: [EXAMPLE_IDS.key],
    }),
  )
  keyId?: string[];
}
