import { applyDecorators } from '@nestjs/common';
import { CHECK_CODES } from '../../checks/finding';
import { CommaSeparated, ListField, oneOf } from '../../common/validation/fields';

/** Codes of checks in a query: the parameter is repeated, or its values are separated by commas. */
export const CheckCodesQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ListField([oneOf(CHECK_CODES)], {
      optional: true,
      min: 1,
      max: CHECK_CODES.length,
      items: { enum: [...CHECK_CODES] },
      description,
      example: ['placeholder_missing'],
    }),
    CommaSeparated(),
  );
