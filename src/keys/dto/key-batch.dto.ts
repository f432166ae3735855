import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { Converted } from '../../common/validation/conversion';
import { StringField } from '../../common/validation/fields';
import { storableRules } from '../../common/validation/text-rules';
import { CreateKeyDto } from './create-key.dto';
import { UpdateKeyDto } from './update-key.dto';
import { EXAMPLE_IDS } from '../../common/example-ids';

/** The most changes in a batch. */
export const MAX_BATCH = 1_000;

/** Converts an id to lower case: UUIDs are case-insensitive (RFC 9562 §4). */
const LowerCase = (): PropertyDecorator =>
  Converted((value) => (typeof value === 'string' ? value.toLowerCase() : value));

/** Changes of one key of a batch. */
export class UpdateKeyInBatchDto extends UpdateKeyDto {
  @LowerCase()
  @StringField(storableRules, {
    description: 'The id of the key to change.',
    example: EXAMPLE_IDS.key,
  })
  id!: string;
}

/** A list that `parseKeyBatch` validates: only once the batch as a whole has a size that is accepted. */
const SentList = (schema: ApiPropertyOptions): PropertyDecorator =>
  applyDecorators(ApiProperty({ ...schema, required: false, maxItems: MAX_BATCH } as ApiPropertyOptions), Allow());

/** Changes of keys, as a client sends them. */
export class KeyBatchDto {
  @SentList({ type: [CreateKeyDto], description: 'Keys to create.' })
  create?: unknown;

  @SentList({ type: [UpdateKeyInBatchDto], description: 'Keys to change.' })
  update?: unknown;

  @SentList({ type: [String], description: 'Ids of the keys to delete.' })
  delete?: unknown;
}
