import { CursorField } from '../../common/validation/domain-fields';
import { IntegerField } from '../../common/validation/fields';
import { MinRevisionQuery } from './min-revision.query';

/** The number of items of a page. */
export const PageLimitField = (): PropertyDecorator =>
  IntegerField(1, 1_000, { optional: true, description: 'The number of items per page. Default: 100.', example: 100 });

/** The query of a list that a project has page by page. */
export class ProjectPageQuery extends MinRevisionQuery {
  @PageLimitField()
  limit = 100;

  @CursorField()
  cursor?: string;
}
