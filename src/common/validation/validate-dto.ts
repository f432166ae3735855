import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  type MetadataStorage,
  validateSync,
  type ValidationError,
  type ValidatorOptions,
} from 'class-validator';
import { FIELD_ERROR_CODES, type FieldError } from '../errors/catalogue';
import { ValidationFailedError } from '../errors/domain-error';
import { CROSS_FIELD, type EntriesContext, WHOLE_DTO } from './constraint';
import { hasConvertedFields, TEXTS, withoutBrackets } from './conversion';
import { jsonPointer } from './json-pointer';

/**
 * The source of the fields of a DTO: a JSON body, a query or form, or the arguments of a tool. Errors name a parameter of a
 * query, and point into the others. The values of a JSON body have their types; the others may be texts of these.
 */
export type DtoSource = 'body' | 'query' | 'arguments';

/** No DTO has more fields; an object with more of them is refused before any of them is checked. */
const MAX_FIELDS = 100;

/**
 * Converts an object to its DTO and validates it. Members that the DTO does not have are refused, so that a misspelt
 * option is never silently ignored. The object itself is not changed.
 * @throws ValidationFailedError with each field that is wrong
 */
export function validateDto<T extends object>(dto: Type<T>, plain: unknown, source: DtoSource): T {
  const known = findValid(dto, plain);
  if (known) return known;
  const { instance, errors } = checkDto(dto, plain, source);
  if (errors.length > 0) throw new ValidationFailedError(errors);
  if (source === 'query' && Object.isFrozen(plain)) rememberValid(dto, plain as object, instance);
  return instance;
}

/** As `validateDto`, but returns the errors, with an instance that is as good as they let it be. */
export function checkDto<T extends object>(
  dto: Type<T>,
  plain: unknown,
  source: DtoSource,
): { instance: T; errors: FieldError[] } {
  if (!isObject(plain)) {
    return {
      instance: new dto(),
      errors: [{ ...position('', source), code: 'wrong_type', detail: 'must be an object' }],
    };
  }
  const fields = source === 'query' ? withoutBrackets(dto, plain) : plain;
  const names = Object.keys(fields);
  if (names.length > MAX_FIELDS) {
    return {
      instance: new dto(),
      errors: [{ ...position('', source), code: 'too_many', detail: `at most ${MAX_FIELDS} fields` }],
    };
  }
  const instance = instantiate(dto, fields, names, source);
  const wrong = validateSync(instance, FIELDS);
  const lost = names.filter((name) => !Object.hasOwn(instance, name));
  if (wrong.length === 0 && lost.length === 0) {
    const wrongTogether = isComparedAcrossFields(instance) ? validateSync(instance, FIELDS_TOGETHER) : [];
    return { instance, errors: wrongTogether.flatMap((error) => toFieldErrors(error, source)) };
  }
  const errors = wrong.flatMap((error) => toFieldErrors(error, source));
  return { instance, errors: [...errors, ...lost.map((name) => unknownField(name, source))] };
}

/** Each field by itself. */
const FIELDS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  strictGroups: true,
};

/** The constraints that compare fields. */
const FIELDS_TOGETHER: ValidatorOptions = { groups: [CROSS_FIELD], stopAtFirstError: true };

type ConstraintMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

const crossFieldConstraints = new WeakMap<object, ConstraintMetadata[]>();

/** @returns whether a constraint that compares fields applies to what the DTO holds; often, none does */
function isComparedAcrossFields(instance: object): boolean {
  let constraints = crossFieldConstraints.get(instance.constructor);
  if (!constraints) {
    constraints = getMetadataStorage().getTargetValidationMetadatas(instance.constructor, '', false, false, [
      CROSS_FIELD,
    ]);
    crossFieldConstraints.set(instance.constructor, constraints);
  }
  return constraints.some(
    ({ validateIf, propertyName }) => validateIf?.(instance, Reflect.get(instance, propertyName)) ?? true,
  );
}

/**
 * The DTOs of frozen queries. `parseQuery` returns the same object for equal queries, which are thus validated once;
 * the garbage collector removes an entry with its query.
 */
const validQueries = new WeakMap<Type<object>, WeakMap<object, object>>();

const findValid = <T extends object>(dto: Type<T>, plain: unknown): T | undefined =>
  typeof plain === 'object' && plain !== null ? (validQueries.get(dto)?.get(plain) as T | undefined) : undefined;

/** Requests share the DTO, so that it must not be changed. */
function rememberValid(dto: Type<object>, query: object, instance: object): void {
  for (const value of Object.values(instance)) Object.freeze(value);
  const queries = validQueries.get(dto) ?? new WeakMap<object, object>();
  validQueries.set(dto, queries.set(query, Object.freeze(instance)));
}

/**
 * Creates the DTO, with class-transformer where fields are converted. Members that hold objects are copied as they are:
 * class-transformer would convert their members too, and take one named `constructor` for their class. Members named
 * like a method, and `__proto__`, are left out.
 */
function instantiate<T extends object>(
  dto: Type<T>,
  plain: Record<string, unknown>,
  names: readonly string[],
  source: DtoSource,
): T {
  const converted = hasConvertedFields(dto) ? names.filter((name) => !holdsObject(plain[name])) : [];
  const groups = source === 'body' ? [] : [TEXTS];
  const instance = converted.length > 0 ? plainToInstance(dto, pick(plain, converted), { groups }) : new dto();
  for (const name of names) {
    if (converted.includes(name) || name in dto.prototype) continue;
    Reflect.set(instance, name, plain[name]);
  }
  return instance;
}

const pick = (plain: Record<string, unknown>, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, plain[name]]));

const holdsObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((item) => typeof item === 'object') : typeof value === 'object' && value !== null;

function toFieldErrors(error: ValidationError, source: DtoSource): FieldError[] {
  const { property, target = {}, constraints = {}, contexts = {} } = error;
  const [[name, detail] = ['', '']] = Object.entries(constraints);
  if (name === 'whitelistValidation') return [unknownField(property, source)];
  const entryIssues = (contexts.entries as EntriesContext | undefined)?.findEntryIssues(error.value, target);
  if (entryIssues) {
    return entryIssues.map(({ entry, ...issue }) => ({ pointer: jsonPointer(property, entry), ...issue }));
  }
  const code = FIELD_ERROR_CODES.find((fieldErrorCode) => fieldErrorCode === name) ?? 'invalid_format';
  return [{ ...position(property, source), code, detail }];
}

const unknownField = (name: string, source: DtoSource): FieldError => ({
  ...position(name, source),
  code: 'unknown_field',
  detail: 'is not known',
});

function position(property: string, source: DtoSource): Pick<FieldError, 'pointer' | 'parameter'> {
  if (source === 'query') return { parameter: property };
  return { pointer: property === WHOLE_DTO ? '' : jsonPointer(property) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
