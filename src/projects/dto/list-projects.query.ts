import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';

export class ListProjectsQuery {
  @IntegerField(1, 1_000, {
    optional: true,
    description: 'The number of projects per page. Default: all projects.',
    example: 100,
  })
  limit?: number;

  @CursorField()
  cursor?: string;
}
