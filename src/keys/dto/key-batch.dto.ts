import { ApiProperty } from '@nestjs/swagger';
import { type ClassConstructor, Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { StringField } from '../../common/validation/fields';
import { storable } from '../../common/validation/text-rules';
import { jsonPointer } from '../../common/validation/json-pointer';
import { type CrossFieldRules, validated } from '../../common/validation/validation.pipe';
import { CreateKeyDto } from './create-key.dto';
import { UpdateKeyDto } from './update-key.dto';

export const MAX_BATCH = 1_000;

/** UUIDs are the same in capital letters (RFC 9562 §4). */
const LowerCase = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value));

export class UpdateKeyInBatchDto extends UpdateKeyDto {
  @LowerCase()
  @StringField(storable, { description: 'The key to change.', example: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c' })
  id!: string;
}

/** A list of DTOs: each is validated when the batch as a whole is known to be of a size that is taken. */
const ItemsField = (dto: ClassConstructor<object>): PropertyDecorator =>
  applyDecorators(ApiProperty({ type: [dto], required: false, maxItems: MAX_BATCH }), Allow());

/** Up to 1,000 changes of keys in all. */
export class KeyBatchDto implements CrossFieldRules {
  @ItemsField(CreateKeyDto)
  create?: CreateKeyDto[];

  @ItemsField(UpdateKeyInBatchDto)
  update?: UpdateKeyInBatchDto[];

  @ApiProperty({ type: [String], required: false, maxItems: MAX_BATCH, description: 'Ids of keys.' })
  @Allow()
  delete?: string[];

  fieldErrors(): FieldError[] {
    const lists = { create: this.create, update: this.update, delete: this.delete };
    const wrong = Object.entries(lists).filter(([, list]) => list !== undefined && !Array.isArray(list));
    if (wrong.length > 0)
      return wrong.map(([name]) => ({ pointer: `/${name}`, code: 'wrong_type', detail: 'must be a list' }));
    const size = Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0);
    if (size === 0) return [{ pointer: '', code: 'required', detail: 'at least one of create, update, delete' }];
    if (size > MAX_BATCH) return [{ pointer: '', code: 'too_many', detail: `at most ${MAX_BATCH} in all` }];
    const errors: FieldError[] = [];
    this.create = items(CreateKeyDto, this.create, 'create', errors);
    this.update = items(UpdateKeyInBatchDto, this.update, 'update', errors);
    this.delete = this.delete?.map((id) => (typeof id === 'string' ? id.toLowerCase() : id));
    return [...errors, ...this.flawsOfIds()];
  }

  /** A key is named once: it cannot be changed twice, nor changed and deleted, in one breath. */
  private flawsOfIds(): FieldError[] {
    const seen = new Set<unknown>();
    const flawOf = (id: unknown, ...path: (string | number)[]): FieldError[] => {
      if (typeof id !== 'string')
        return [{ pointer: jsonPointer(...path), code: 'wrong_type', detail: 'must be a string' }];
      if (seen.has(id))
        return [{ pointer: jsonPointer(...path), code: 'duplicate', detail: 'this key is named twice' }];
      seen.add(id);
      return [];
    };
    return [
      // One without an id has been told so.
      ...(this.update ?? []).flatMap(({ id }: { id?: string }, i) =>
        id === undefined ? [] : flawOf(id, 'update', i, 'id'),
      ),
      ...(this.delete ?? []).flatMap((id, i) => flawOf(id, 'delete', i)),
    ];
  }
}

function items<T extends object>(
  dto: ClassConstructor<T>,
  list: unknown[] | undefined,
  name: string,
  errors: FieldError[],
): T[] | undefined {
  return list?.map((item, index) => {
    try {
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) return validated(dto, item, 'body');
      errors.push({ pointer: jsonPointer(name, index), code: 'wrong_type', detail: 'must be an object' });
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      for (const each of error.options.errors ?? [])
        errors.push({ ...each, pointer: jsonPointer(name, index) + each.pointer });
    }
    return new dto();
  });
}
