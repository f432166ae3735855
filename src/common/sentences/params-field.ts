import { ApiProperty } from '@nestjs/swagger';
import { paramsSchema } from './params-schema';
import type { SentenceParams } from './sentence';

const { description, additionalProperties } = paramsSchema;

/** Documents `params` of a DTO. */
export const ParamsField = (example: SentenceParams): PropertyDecorator =>
  ApiProperty({ required: false, type: Object, description, additionalProperties, example });
