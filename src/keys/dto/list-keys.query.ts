import { CrossField } from '../../common/validation/constraint';
import { CursorField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField } from '../../common/validation/fields';
import { MinRevisionField } from '../../projects/dto/min-revision.query';
import { PageLimitField } from '../../projects/dto/project-page.query';
import { KEY_ORDERS, type KeyOrder } from '../key-order';
import { KeyFilterFields } from './key-filter.fields';

@CrossField<ListKeysQuery>({
  field: 'language',
  code: 'not_allowed',
  isValid: ({ language, include, state, outdated, check, openComments, assignee }) =>
    !language || (include ?? state ?? outdated ?? check ?? openComments ?? assignee) !== undefined,
  detail: 'needs include, state, outdated, check, openComments or assignee',
})
@CrossField<ListKeysQuery>({
  field: 'task',
  code: 'not_allowed',
  isValid: ({ task, assignee }) => task === undefined || assignee !== undefined,
  detail: 'needs assignee',
})
export class ListKeysQuery extends KeyFilterFields {
  @ChoiceField(['translations'], {
    optional: true,
    description:
      'Whether the keys have `translations`, `states`, `outdated` and `checks`, of the languages of `language` or of all.',
    example: 'translations',
  })
  include?: 'translations';

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

  @MinRevisionField()
  minRevision?: number;

  @PageLimitField()
  limit = 100;

  @CursorField()
  cursor?: string;
}
