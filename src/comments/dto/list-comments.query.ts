import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';

export class ListCommentsQuery {
  @IntegerField(1, 1_000, {
    optional: true,
    description: 'Comments per page. Default: 100.',
    example: 100,
  })
  limit = 100;

  @CursorField()
  cursor?: string;
}
