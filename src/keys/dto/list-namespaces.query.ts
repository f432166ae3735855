import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';
import { MinRevisionField } from '../../projects/dto/min-revision.query';

export class ListNamespacesQuery {
  @IntegerField(1, 1_000, {
    optional: true,
    description: 'The number of namespaces per page. Default: 100.',
    example: 100,
  })
  limit?: number;

  @CursorField()
  cursor?: string;

  @MinRevisionField()
  minRevision?: number;
}
