import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';

export class ListDeliveriesQuery {
  @IntegerField(1, 1_000, { optional: true, description: 'The number of items per page. Default: 100.', example: 100 })
  limit = 100;

  @CursorField()
  cursor?: string;
}
