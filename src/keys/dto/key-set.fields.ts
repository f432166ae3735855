import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { Converted } from '../../common/validation/conversion';
import { ListField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';
import { checkDto } from '../../common/validation/validate-dto';
import type { KeySet } from '../bulk/key-set-writer';
import { KeyFilterDto } from './key-filter.dto';

/** The most keys that a request names by their ids. */
const MAX_KEYS = 10_000;

/** Ids of keys, in lower case. */
export const KeyIdsField = (description: string): PropertyDecorator =>
  applyDecorators(
    Converted((ids) =>
      Array.isArray(ids) ? ids.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id)) : ids,
    ),
    ListField(storableRules, { optional: true, min: 1, max: MAX_KEYS, description, example: [EXAMPLE_IDS.key] }),
  );

/** The fields that select the keys of a change. */
export class KeySetFields {
  @ApiProperty({
    type: KeyFilterDto,
    required: false,
    description:
      'The keys to change: all that the list of keys shows with the same filters at the time of the change; `{}` selects all keys.',
    example: { namespace: 'home', state: 'draft', language: ['de'] },
  })
  @Allow()
  filter?: unknown;

  @KeyIdsField('The ids of the keys to change, instead of `filter`.')
  keyIds?: string[];
}

/** Without any of the fields, all keys are selected. @throws ValidationFailedError for a wrong filter */
export function toKeySet({ keyIds, filter = {} }: KeySetFields): KeySet {
  if (keyIds) return { keyIds };
  const { instance, errors } = checkDto(KeyFilterDto, filter, 'body');
  if (errors.length > 0)
    throw new ValidationFailedError(errors.map((error) => ({ ...error, pointer: `/filter${error.pointer}` })));
  return { filter: instance };
}
