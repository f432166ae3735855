import { applyDecorators } from '@nestjs/common';
import { CommaSeparated, ListField } from '../../common/validation/fields';
import type { TextRule } from '../../common/validation/text-rules';
import { CONFLICT_ID } from '../merge/conflicts';

/** More than a list of conflicts has; the ids fit the query of a request. */
const MAX_IDS = 1_000;

const idRule: TextRule = {
  code: 'invalid_format',
  isValid: (value) => CONFLICT_ID.test(value),
  detail: 'must be the id of a conflict',
};

/** Ids of conflicts in a query: the parameter is repeated, or its values are separated by commas. */
export const ConflictIdsField = (description: string): PropertyDecorator =>
  applyDecorators(
    ListField([idRule], { optional: true, min: 1, max: MAX_IDS, description, example: ['q83vEjRWeJCrze8B'] }),
    CommaSeparated(),
  );
