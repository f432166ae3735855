import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';

export class ListProjectsQuery {
  @IntegerField(1, 1_000, { optional: true, description: 'Projects a page. Without it, all are listed.', example: 100 })
  limit?: number;

  @CursorField()
  cursor?: string;
}
