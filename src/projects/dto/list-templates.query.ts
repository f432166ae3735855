import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';
import { MinRevisionField } from './min-revision.query';

export class ListTemplatesQuery {
  @IntegerField(1, 1_000, {
    optional: true,
    description: 'The number of templates per page. Default: 100.',
    example: 100,
  })
  limit?: number;

  @CursorField()
  cursor?: string;

  @MinRevisionField()
  minRevision?: number;
}
