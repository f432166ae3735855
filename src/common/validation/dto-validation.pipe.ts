import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { FIELD_ERROR_CODES, type FieldError } from '../errors/catalogue';
import { ValidationFailedError } from '../errors/domain-error';
import { jsonPointer } from './json-pointer';

/** A DTO with rules that concern several fields, or parts of one: asked when each field is right by itself. */
export interface CrossFieldRules {
  fieldErrors(): FieldError[];
}

/**
 * Turns bodies and queries into their DTOs. What a DTO does not name is refused, so that a misspelt option is never
 * silently ignored; every mistake is told at once.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ValidationFailedError([{ ...positionOf('', type), code: 'wrong_type', detail: 'must be an object' }]);
    }
    return validated(metatype, value, type);
  }
}

/**
 * @param plain an object whose members are the DTO's fields
 * @throws ValidationFailedError with each field that is wrong
 */
export function validated<T extends object>(dto: Type<T>, plain: object, type: 'body' | 'query'): T {
  if (type === 'query' && Object.keys(plain).length === 0) return ofNothing(dto);
  return checked(dto, plain, type);
}

const rightWhenEmpty = new WeakSet<Type<object>>();

/** Most requests have no query, and what is right of none is so each time: the DTO's defaults. */
function ofNothing<T extends object>(dto: Type<T>): T {
  if (rightWhenEmpty.has(dto)) return new dto();
  const instance = checked(dto, {}, 'query');
  rightWhenEmpty.add(dto);
  return instance;
}

/** Far more than any DTO has; what is beyond is not worth the time that looking at each would take. */
const MAX_FIELDS = 100;

function checked<T extends object>(dto: Type<T>, plain: object, type: 'body' | 'query'): T {
  if (Object.keys(plain).length > MAX_FIELDS) {
    throw new ValidationFailedError([
      { ...positionOf('', type), code: 'too_many', detail: `at most ${MAX_FIELDS} fields` },
    ]);
  }
  const instance = instantiate(dto, plain);
  const wrong = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true });
  const errors = [...wrong.map((error) => fieldErrorOf(error, type)), ...lostFields(plain, instance, type)];
  const all = errors.length > 0 ? errors : crossFieldErrors(instance);
  if (all.length > 0) throw new ValidationFailedError(all);
  return instance;
}

/**
 * Objects, and lists of them, are set as they were sent: class-transformer would look into them, and take a member named
 * `constructor` for their class. Whoever has such a field looks into it when it is asked for its `fieldErrors`.
 */
function instantiate<T extends object>(dto: Type<T>, plain: object): T {
  const members = Object.entries(plain) as [string, unknown][];
  const instance = plainToInstance(dto, Object.fromEntries(members.filter(([, value]) => !holdsObject(value))));
  for (const [name, value] of members) {
    if (holdsObject(value) && !(name in dto.prototype)) Object.assign(instance, { [name]: value });
  }
  return instance;
}

const holdsObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((item) => typeof item === 'object') : typeof value === 'object' && value !== null;

/** class-transformer leaves out, silently, what is named like a method (`toString`) or `__proto__`. */
function lostFields(plain: object, instance: object, type: 'body' | 'query'): FieldError[] {
  return Object.keys(plain)
    .filter((name) => !Object.hasOwn(instance, name))
    .map((name) => ({ ...positionOf(name, type), code: 'unknown_field', detail: 'is not known' }));
}

function crossFieldErrors(instance: object): FieldError[] {
  return 'fieldErrors' in instance && typeof instance.fieldErrors === 'function'
    ? (instance as CrossFieldRules).fieldErrors()
    : [];
}

function fieldErrorOf(error: ValidationError, type: 'body' | 'query'): FieldError {
  const place = positionOf(error.property, type);
  if (error.constraints?.whitelistValidation) return { ...place, code: 'unknown_field', detail: 'is not known' };
  const [message = ''] = Object.values(error.constraints ?? {});
  const [, name, detail = message] = /^(\w+): (.*)$/s.exec(message) ?? [];
  return { ...place, code: FIELD_ERROR_CODES.find((code) => code === name) ?? 'invalid_format', detail };
}

function positionOf(property: string, type: 'body' | 'query'): Pick<FieldError, 'pointer' | 'parameter'> {
  if (type === 'query') return { parameter: property };
  return { pointer: property === '' ? '' : jsonPointer(property) };
}

const isDto = (metatype: ArgumentMetadata['metatype']): metatype is Type<object> =>
  metatype !== undefined && ![Object, String, Number, Boolean, Array].includes(metatype as never);
