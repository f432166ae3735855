import { CursorField } from '../../common/validation/domain-fields';
import { CommaSeparated, IntegerField, ListField, oneOf } from '../../common/validation/fields';

const INCLUDES = ['progress'] as const;
/** A list with counts is a page in any case, because it may read all texts of its projects. */
export const DEFAULT_LIMIT_WITH_PROGRESS = 100;

export class ListProjectsQuery {
  @CommaSeparated()
  @ListField([oneOf(INCLUDES)], {
    optional: true,
    max: INCLUDES.length,
    items: { enum: [...INCLUDES] },
    description: 'What each project contains besides: `progress`, the numbers of its texts by language.',
    example: ['progress'],
  })
  include?: (typeof INCLUDES)[number][];

  @IntegerField(1, 1_000, {
    optional: true,
    description: `The number of projects per page. Default: all projects; with \`include=progress\`, ${DEFAULT_LIMIT_WITH_PROGRESS}.`,
    example: 100,
  })
  limit?: number;

  @CursorField()
  cursor?: string;
}
