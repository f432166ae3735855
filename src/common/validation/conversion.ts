import { applyDecorators, type Type } from '@nestjs/common';
import { Transform } from 'class-transformer';

/** Marks the prototypes of DTOs that have a converted field. */
const CONVERTED = Symbol('converted');

/** Converts the value of a field with class-transformer, before the field is validated. */
export const Converted = (convert: (value: unknown) => unknown): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => convert(value)),
    (prototype: object) => void Object.defineProperty(prototype, CONVERTED, { value: true }),
  );

/** @returns whether a DTO has a converted field: class-transformer has nothing to do for the others */
export const hasConvertedFields = (dto: Type<object>): boolean => CONVERTED in dto.prototype;
